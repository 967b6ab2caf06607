#if os(Linux)
    import Foundation
    import Testing

    /// The C sources as a graph: a file with its header is one unit, an `#include "…"` is an arrow.
    struct IncludeGraph {
        /// From the top: a folder includes from itself and from those that come after it.
        static let folders = [
            "client", "supervisor", "spawning", "recording", "capture", "processes", "tracing",
            "system",
        ]

        /// What the harness sees lies beside the folders, for all of them.
        static let publicHeaders = ["rl_supervisor.h", "rl_record.h"]

        /// The units that each unit includes, by path without extension, such as `capture/places`.
        var arrows: [String: Set<String>] = [:]

        init(_ arrows: [String: Set<String>]) { self.arrows = arrows }

        /// Reads all sources below a directory, but for `include`.
        init(reading directory: String) throws {
            for path in try FileManager.default.subpathsOfDirectory(atPath: directory).sorted() {
                let url = URL(fileURLWithPath: path)
                guard ["c", "h"].contains(url.pathExtension), !path.hasPrefix("include/") else {
                    continue
                }
                let unit = Self.unit(of: path)
                let text = try String(contentsOfFile: "\(directory)/\(path)", encoding: .utf8)
                arrows[unit, default: []].formUnion(
                    Self.includes(in: text).filter { !Self.publicHeaders.contains($0) }
                        .map(Self.unit).filter { $0 != unit })
            }
        }

        private static func unit(of path: String) -> String { String(path.dropLast(2)) }

        private static func includes(in text: String) -> [String] {
            text.split(separator: "\n").compactMap { line in
                guard line.hasPrefix("#include \"") else { return nil }
                return line.split(separator: "\"").dropFirst().first.map(String.init)
            }
        }

        private static func rank(of unit: String) -> Int? {
            folders.firstIndex { unit.hasPrefix($0 + "/") }
        }

        /// Arrows that lead up, and units that lie in no folder of the list.
        var wrongArrows: [String] {
            arrows.sorted { $0.key < $1.key }.flatMap { unit, included -> [String] in
                guard let rank = Self.rank(of: unit) else {
                    return ["\(unit) lies in no known folder"]
                }
                return included.sorted().filter { (Self.rank(of: $0) ?? -1) < rank }
                    .map { "\(unit) includes \($0)" }
            }
        }

        /// The units on circles, and those between circles: what is left when all that includes
        /// nothing, or is included by nobody, has been taken away again and again.
        var unitsInCircles: [String] {
            var left = arrows
            while true {
                let targets = left.values.reduce(into: Set<String>()) { $0.formUnion($1) }
                let kept = left.filter { unit, included in
                    targets.contains(unit) && included.contains { left[$0] != nil }
                }
                if kept.count == left.count { return kept.keys.sorted() }
                left = kept.mapValues { $0.filter { kept[$0] != nil } }
            }
        }
    }

    @Suite("The sources of the supervisor")
    struct LayeringTests {
        static let directory =
            #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
            .joined(separator: "/") + "/Sources/CSupervisor"

        @Test("include from their own folder and those below it, and not in circles")
        func arrowsLeadDown() throws {
            let graph = try IncludeGraph(reading: Self.directory)
            #expect(graph.arrows.count > 30)
            #expect(graph.arrows["spawning/spawn"]?.contains("processes/reaping") == true)
            #expect(graph.wrongArrows == [])
            #expect(graph.unitsInCircles == [])
        }

        @Test("are listed in their order at the top of the public header")
        func orderIsWrittenDown() throws {
            let header = try String(
                contentsOfFile: Self.directory + "/include/rl_supervisor.h", encoding: .utf8)
            let listed = header.split(separator: "\n").prefix { $0.hasPrefix("//") }
                .compactMap { line -> String? in
                    guard line.hasPrefix("//   ") else { return nil }
                    return line.dropFirst(5).split(separator: " ").first.map(String.init)
                }
            #expect(listed == IncludeGraph.folders)
        }

        @Test("would be found out where they included upwards, in a circle or from nowhere")
        func wrongGraphsAreFound() {
            let upwards = IncludeGraph([
                "tracing/calls": ["capture/record"], "capture/record": ["system/proc"],
                "system/proc": [],
            ])
            #expect(upwards.wrongArrows == ["tracing/calls includes capture/record"])
            #expect(upwards.unitsInCircles == [])
            let circle = IncludeGraph([
                "capture/a": ["capture/b"], "capture/b": ["capture/c"], "capture/c": ["capture/a"],
                "capture/d": ["capture/a"],
            ])
            #expect(circle.unitsInCircles == ["capture/a", "capture/b", "capture/c"])
            #expect(
                IncludeGraph(["stray": []]).wrongArrows == ["stray lies in no known folder"])
        }

        @Test("have lines of at most 100 columns")
        func linesAreShort() throws {
            let files = try FileManager.default.subpathsOfDirectory(atPath: Self.directory)
            for path in files where path.hasSuffix(".c") || path.hasSuffix(".h") {
                let text = try String(
                    contentsOfFile: "\(Self.directory)/\(path)", encoding: .utf8)
                let long = text.split(separator: "\n").filter { $0.count > 100 }
                #expect(long == [], "\(path)")
            }
        }
    }
#endif
