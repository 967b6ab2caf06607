import ArgumentParser
import CrashStates

extension DiskExam {
    func candidates() throws -> [Candidate] {
        let candidates = try namedCandidates()
        guard let profile else { return candidates }
        guard let found = PowerLossProfile.all.first(where: { $0.name == profile }) else {
            let names = PowerLossProfile.all.map(\.name).joined(separator: ", ")
            throw ValidationError("--profile: there is no '\(profile)'; there are \(names)")
        }
        return candidates.map { Candidate(system: $0.system, profile: found) }
    }

    private func namedCandidates() throws -> [Candidate] {
        if fileSystems.isEmpty { return Candidate.all }
        return try fileSystems.flatMap { name in
            let named = Candidate.named(name)
            guard !named.isEmpty else {
                let names = Candidate.all.map(\.system.name).joined(separator: ", ")
                throw ValidationError("--file-systems: there is no '\(name)'; there are \(names)")
            }
            return named
        }
    }

    func selections() throws -> [Schedule.Selection] {
        if !script.isEmpty {
            return [
                .named(
                    try script.map { line in
                        guard line.count(where: { $0 == "|" }) == 2 else {
                            throw ValidationError(
                                "--script is '\(line)'; it has the form 'name | setup | calls'")
                        }
                        let workload = Workload(line: line[...])
                        try workload.checkCalls()
                        return workload
                    })
            ]
        }
        return try workloads.map { name in
            switch name {
            case "written": return .written
            case "random": return .random(random)
            default:
                if let number = Workload.randomNumber(in: name) { return .named([.random(number)]) }
                let named = Workload.written.filter { $0.name == name }
                guard !named.isEmpty else {
                    throw ValidationError(
                        "--workloads: there is no '\(name)'; --list shows them all")
                }
                return .named(named)
            }
        }
    }

    func timeLimit() throws -> Duration? {
        guard let text = `for` else { return nil }
        guard let limit = Phrases.duration(text)
        else {
            throw ValidationError("--for is '\(text)'; write a time such as 90s, 10m or 8h")
        }
        return limit
    }
}
