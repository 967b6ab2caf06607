import CrashStates

/// A `<testsuite>` in the making. Cases become text at once, as a run may have very many.
struct JUnitSuite {
    struct Counts {
        var tests = 0
        var failures = 0
        var errors = 0
        var skipped = 0

        mutating func add(_ other: Counts) {
            tests += other.tests
            failures += other.failures
            errors += other.errors
            skipped += other.skipped
        }

        /// Without `skipped`, which the strict schemas allow in `<testsuite>` alone.
        var attributes: String {
            XMLText.attribute("tests", "\(tests)") + XMLText.attribute("failures", "\(failures)")
                + XMLText.attribute("errors", "\(errors)")
        }
    }

    let name: String
    let file: String
    var target: TargetDescription?
    private(set) var counts = Counts()
    private var seconds = 0.0
    private var cases = ""

    init(name: String, file: String) {
        self.name = name
        self.file = file
    }

    mutating func add(_ testCase: JUnitCase) {
        counts.tests += 1
        switch testCase.outcome {
        case .passed, .flaky: break
        case .failure: counts.failures += 1
        case .error: counts.errors += 1
        case .skipped: counts.skipped += 1
        }
        seconds += testCase.seconds
        cases += testCase.xml
    }

    func xml(_ properties: [(String, String)]) -> String {
        var properties = properties
        if let target {
            properties.append(("relaunch.target", "\(target.driver) \(target.executable)"))
        }
        var xml = "  <testsuite\(XMLText.attribute("name", name))\(counts.attributes)"
        xml += XMLText.attribute("skipped", "\(counts.skipped)")
        xml += XMLText.attribute("time", Phrases.seconds(seconds))
        xml += XMLText.attribute("file", file) + ">\n    <properties>\n"
        for (name, value) in properties {
            xml += "      <property\(XMLText.attribute("name", name))"
            xml += "\(XMLText.attribute("value", value))/>\n"
        }
        return xml + "    </properties>\n" + cases + "  </testsuite>\n"
    }
}

/// A `<testcase>`.
struct JUnitCase {
    enum Outcome {
        case passed, failure, error
        /// It passed, after an attempt that did not.
        case flaky
        case skipped(String)
    }

    var classname: String
    var name: String
    var file: String
    var line: Int
    var seconds = 0.0
    var outcome: Outcome
    var type = ""
    var message = ""
    var body = ""
    var output = ""

    /// `Scenarios.Notes.Drafts` for the suite `Drafts` in `Scenarios/Notes.swift`: readers that show a
    /// tree cut it at the dots.
    static func classname(file: String, suite: String) -> String {
        let path = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
        let parts = path.split(separator: "/").filter { $0 != "." } + [Substring(suite)]
        return parts.filter { !$0.isEmpty }
            .map { String($0.map { $0 == "." ? "_" : $0 }) }.joined(separator: ".")
    }

    var xml: String {
        var xml = "    <testcase\(XMLText.attribute("classname", classname))"
        xml += XMLText.attribute("name", name)
        xml += XMLText.attribute("time", Phrases.seconds(seconds))
        xml += XMLText.attribute("file", file) + XMLText.attribute("line", "\(line)")
        var content = ""
        switch outcome {
        case .passed: break
        case .failure: content += fault("failure")
        case .error: content += fault("error")
        case .flaky: content += flakyFailure
        case .skipped(let reason):
            content += "      <skipped\(XMLText.attribute("message", reason))/>\n"
        }
        if !output.isEmpty {
            content += "      <system-out>\(XMLText.content(output))</system-out>\n"
        }
        return xml + (content.isEmpty ? "/>\n" : ">\n\(content)    </testcase>\n")
    }

    /// What Maven's Surefire writes for a test that passes when it is run again: readers that know it count
    /// the test as flaky, and others as passed.
    private var flakyFailure: String {
        let message = VisibleText.shortened(VisibleText.line(message), to: 1000)
        return "      <flakyFailure\(XMLText.attribute("message", message))"
            + "\(XMLText.attribute("type", type))>\n"
            + "        <stackTrace>\(XMLText.content(body))</stackTrace>\n"
            + "      </flakyFailure>\n"
    }

    private func fault(_ element: String) -> String {
        let message = VisibleText.shortened(VisibleText.line(message), to: 1000)
        return "      <\(element)\(XMLText.attribute("message", message))"
            + "\(XMLText.attribute("type", type))>\(XMLText.content(body))</\(element)>\n"
    }
}

/// Text inside XML 1.0, which has no way at all to write most control characters.
enum XMLText {
    /// ` name="value"`, the value on one line.
    static func attribute(_ name: String, _ value: String) -> String {
        " \(name)=\"\(escaped(VisibleText.line(value)))\""
    }

    /// The text between two tags, its lines kept.
    static func content(_ text: String) -> String {
        escaped(VisibleText.lines(text).joined(separator: "\n"))
    }

    private static func escaped(_ text: String) -> String {
        // Jenkins and GitLab take what stands in such brackets for the path of a file to attach.
        let text = VisibleText.replacing("[[ATTACHMENT|", with: "[\\[ATTACHMENT|", in: text)
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&apos;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
