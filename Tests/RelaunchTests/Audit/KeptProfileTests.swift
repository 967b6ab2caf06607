import Foundation
import Relaunch
@testable import RelaunchAudit
import RelaunchProtocol
import Testing
import TestSupport

/// What an audit has found out, in a file.
@Suite(.enabled(if: TrialTarget.hasPython, "there is no 'python3' on the PATH"))
struct KeptProfileTests {
    private let folder: TemporaryDirectory
    private var file: String { folder.path + "/profile.json" }

    init() throws { folder = try TemporaryDirectory() }

    private func options(of target: Target, seed: UInt64 = 1) -> AuditOptions {
        AuditOptions(
            name: "audited", executable: target.executable, arguments: target.arguments, seed: seed,
            effort: .whole, rules: ["S2", "S13", "W6", "R13"], patienceSeconds: 2)
    }

    /// The profile of a target as a probe makes it.
    private func probed(_ target: Target) async throws -> TargetProfile {
        let options = options(of: target)
        let result = ProbeResult<TargetProfile>()
        _ = await AuditHost.carryOut(
            Probe(options: options, result: result, announce: { _ in }), target, options,
            .seconds(10))
        return try #require(result.profile)
    }

    /// All of it as text; sets have no order.
    private func content(of profile: TargetProfile) throws -> String {
        func sorted(_ value: JSON) -> JSON {
            switch value {
            case .array(let elements):
                .array(elements.map(sorted).sorted { $0.text < $1.text })
            case .object(let members): .object(members.mapValues(sorted))
            default: value
            }
        }
        return sorted(try JSON(parsing: JSONEncoder().encode(profile))).text
    }

    @Test(
        "what is read is what was written",
        arguments: ["sends-first", "never-writes", "stores-what-it-reads"])
    func everything(name: String) async throws {
        let target = TrialTarget.audited(name)
        let profile = try await probed(target)
        try KeptProfile(profile, options(of: target)).write(to: file)
        let kept = try #require(KeptProfile(at: file, for: options(of: target)))
        #expect(try content(of: kept.profile) == content(of: profile))
        // What every rule is tried with, is the same.
        let rules = RuleSet.rules(for: profile)
        for rule in rules {
            #expect(
                rule.scenarios(for: kept.profile).map(\.name)
                    == rule.scenarios(for: profile).map(\.name))
        }
    }

    @Test("it is of one target and of what the audit was asked for")
    func otherAudits() async throws {
        let target = TrialTarget.audited("never-writes")
        var options = options(of: target)
        try KeptProfile(try await probed(target), options).write(to: file)
        options.rules = ["S13"]
        #expect(KeptProfile(at: file, for: options) != nil, "it knows all that this rule needs")
        options.rules = ["D4"]
        #expect(KeptProfile(at: file, for: options) == nil)
        #expect(KeptProfile(at: file, for: self.options(of: target, seed: 2)) == nil)
        let other = TrialTarget.audited("never-reads")
        #expect(KeptProfile(at: file, for: self.options(of: other)) == nil)
        try Data("{".utf8).write(to: URL(filePath: file))
        #expect(KeptProfile(at: file, for: self.options(of: target)) == nil)
    }
}
