import CrashStates
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

    @Test(
        "a replay uses it while the target does what it did",
        arguments: [
            ("", true), ("first launch", false), ("action", false), ("plain death", false),
        ])
    func recognition(otherwise: String, isUsed: Bool) async throws {
        let told = folder.path + "/told.txt"
        let app = TrialTarget.audited("as-told")
        let target = Target.app(app.executable, arguments: app.arguments + [told])
        try Data().write(to: URL(filePath: told))
        var options = options(of: target)
        try KeptProfile(try await probed(target), options).write(to: file)
        try Data(otherwise.utf8).write(to: URL(filePath: told))
        (options.isReplay, options.profileFile) = (true, file)
        let isProbed = Locked(false)
        let result = ProbeResult<TargetProfile>()
        let probe = Probe(options: options, result: result) { _ in isProbed.withLock { $0 = true } }
        let failure = await AuditHost.carryOut(
            KeepingProbe(probe: probe), target, options, .seconds(10))
        #expect(failure == nil)
        #expect(result.profile != nil)
        #expect(isProbed.withLock { $0 } == !isUsed)
    }

    @Test("it is of the files beside a script, and of those one folder down")
    func modules() throws {
        let script = folder.path + "/app.py"
        let module = folder.path + "/parts/store.py"
        try FileManager.default.createDirectory(
            atPath: folder.path + "/parts", withIntermediateDirectories: false)
        try Data("#!/usr/bin/env python3\n".utf8).write(to: URL(filePath: script))
        try Data("1".utf8).write(to: URL(filePath: module))
        let options = options(of: .app(script))
        let profile = TargetProfile(
            hello: Hello(name: "app", version: "1"), initialState: [:], options: options)
        try KeptProfile(profile, options).write(to: file)
        #expect(KeptProfile(at: file, for: options) != nil)
        try Data("2".utf8).write(to: URL(filePath: module))
        #expect(KeptProfile(at: file, for: options) == nil)
    }
}
