import Relaunch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an app stands on beside its files, and what may be another thing at its next launch (rule W6).
enum Surrounding: Sendable, CaseIterable, Codable {
    case timeZone, language, clock, restart, computerName, user, processNumber, fileTimes, listOrder
    /// Languages that write numbers, dates or letters in yet another way.
    case turkish, arabic, hungarian, japanese
    /// Far to the west, so late that the clocks there show what those here did at the last save.
    case flight
    /// A launch in between for which it is much later, so that what is only not shown then is there again.
    case longAbsence
    /// As time goes by, too: what changes with it may change with a clock that is set back, in a flight, or
    /// in a long time.
    case laterClock, laterInTheDay, shortAbsence

    /// What is changed alone.
    static let alone: [Surrounding] = [
        .timeZone, .language, .clock, .longAbsence, .restart, .computerName, .user, .processNumber,
        .fileTimes, .listOrder,
    ]
    /// What is changed one after the other.
    static let others: [Surrounding] = [.turkish, .arabic, .hungarian, .japanese]

    /// What has come about.
    var words: String {
        switch self {
        case .timeZone: "in a time zone eleven hours further west"
        case .language: "in another language, which has a comma in its numbers"
        case .turkish: "in Turkish"
        case .arabic: "in Arabic"
        case .hungarian: "in Hungarian"
        case .japanese: "in Japanese"
        case .clock: "with the clock set back by a day"
        case .flight: "eleven hours later in a time zone eleven hours further west"
        case .longAbsence: "after a launch whose clock was a year ahead"
        case .shortAbsence: "after a launch whose clock was a day ahead"
        case .laterClock: "a day later"
        case .laterInTheDay: "eleven hours later"
        case .restart: "after a restart of the computer"
        case .computerName: "on the computer under another name"
        case .user: "by a user with another number, whom its files belong to"
        case .processNumber: "while another process has the number of the dead one"
        case .fileTimes: "with one time at all of its files, as a copy leaves them"
        case .listOrder: "with its folders listed in another order"
        }
    }

    /// What has come about where it is as it was before.
    var wordsBack: String {
        switch self {
        case .timeZone: "in its first time zone"
        case .language: "in its first language"
        default: "with nothing changed any more"
        }
    }

    /// Whether an app may rightly show the same thing in another way.
    var changesWhatIsShown: Bool { self == .timeZone || self == .flight || locale != nil }

    /// Whether it is another thing of the machine or its files, and nothing of a clock or a language.
    var isOfTheMachine: Bool {
        switch self {
        case .restart, .computerName, .user, .processNumber, .fileTimes, .listOrder: true
        default: false
        }
    }

    /// Whether it stays so for the launches after the next one.
    var isLasting: Bool { !isAbsence && self != .fileTimes && self != .processNumber }

    /// Whether it lets time go by in which an app may rightly forget what is of no more use.
    var isAbsence: Bool { self == .longAbsence || self == .shortAbsence }

    /// The same time later, and nothing else; nil where it has nothing to do with the clock.
    var asTimeGoesBy: Surrounding? {
        switch self {
        case .clock: .laterClock
        case .longAbsence: .shortAbsence
        case .flight: .laterInTheDay
        default: nil
        }
    }

    /// The hour at which a life with it begins, so that it does not depend on when it is tried; nil where the
    /// hour is nothing to it. It is one day here and in the west in the evening; a flight is over on the day
    /// on which it begins where that is in the morning.
    var hour: Int? {
        switch self {
        case .timeZone: 18
        case .flight, .laterInTheDay: 6
        default: nil
        }
    }

    /// The value of `TZ` in the west.
    fileprivate static let west = "<-11>11"

    /// What of the environment is another value; nil where nothing is.
    fileprivate var setting: String? {
        switch self {
        case .timeZone: "TZ: \(Self.west.quoted)"
        case .flight: "TZ: \(Self.west.quoted), 11 hours later"
        default: locale.map { "LANG: \($0.quoted)" }
        }
    }

    /// The locale of a language.
    var locale: String? {
        switch self {
        case .language: "de_DE.UTF-8"
        case .turkish: "tr_TR.UTF-8"
        case .arabic: "ar_EG.UTF-8"
        case .hungarian: "hu_HU.UTF-8"
        case .japanese: "ja_JP.UTF-8"
        default: nil
        }
    }

    /// Whether an app that deals with times may rightly come to another state.
    var movesTimes: Bool { [.timeZone, .clock, .flight, .longAbsence].contains(self) }
}

/// Kills the target and changes what is around it before it is launched again.
struct ChangeSurroundings: AuditStep {
    let surrounding: Surrounding
    /// Whether it is changed to what it was before; that can be said of the environment's.
    var isBack = false

    var text: String {
        "Kill(.system); ChangeSurroundings(\(surrounding.setting ?? ".\(surrounding)")"
            + (isBack ? ", isBack: true)" : ")")
    }

    func rehearse(_ rehearsal: inout Rehearsal) {
        rehearsal.needsRunning(evenSuspended: true)
        rehearsal.die()
    }

    func perform(in session: isolated Session) async throws -> Next {
        let process = session.running?.process?.id
        try await session.kill(.system, where: "in the background")
        do { try await change(process, session) } catch let failure as StepFailure
            where failure.blame == .scenario
        {
            throw StepFailure.notJudged(failure.message)
        }
        session.log("the next launch is \(isBack ? surrounding.wordsBack : surrounding.words)")
        return .step
    }

    /// How long it takes to go as far west as that.
    private static var flight: Duration {
        .seconds(11 * 3600 + TimeZone.current.secondsFromGMT())
    }

    private func change(_ process: Int32?, _ session: isolated Session) async throws {
        switch surrounding {
        case .timeZone: session.world.environment["TZ"] = isBack ? nil : Surrounding.west
        case .flight:
            session.world.environment["TZ"] = Surrounding.west
            try await session.carryOut([MoveClock(by: Self.flight)])
        case .laterInTheDay: try await session.carryOut([MoveClock(by: Self.flight)])
        case .language, .turkish, .arabic, .hungarian, .japanese:
            for name in ["LANG", "LC_ALL", "LC_NUMERIC"] {
                session.world.environment[name] = isBack ? nil : surrounding.locale
            }
        case .clock: try await session.carryOut([MoveClock(by: .seconds(-86_400))])
        case .laterClock: try await session.carryOut([MoveClock(by: .seconds(86_400))])
        case .longAbsence: try await session.launchOnce(after: .seconds(400 * 86_400))
        case .shortAbsence: try await session.launchOnce(after: .seconds(86_400))
        case .restart: try session.restartComputer()
        case .computerName: try session.renameComputer(to: "another-computer")
        case .user: try session.becomeOtherUser()
        case .processNumber: if let process { try session.giveAway(process) }
        case .fileTimes: try session.touchFiles()
        case .listOrder: try session.reorderFolders()
        }
    }
}

extension Session {
    /// Sets the clock to an hour of the next day.
    func awaitHour(_ hour: Int) async throws {
        let now = Int(Date.now.timeIntervalSince1970) + TimeZone.current.secondsFromGMT()
        try await beginLater(by: .seconds(86_400 + 3600 * hour - now % 86_400))
    }

    /// Has all that is launched from now on begin so much later; where the clock cannot be moved, nothing
    /// is judged.
    func beginLater(by time: Duration) async throws {
        try terminateAndReap()
        do { try await carryOut([MoveClock(by: time)]) } catch let failure as StepFailure
            where failure.blame == .scenario
        {
            throw StepFailure.notJudged(failure.message)
        }
    }

    /// Launches the target once as if it were later, and has it save what it is then.
    fileprivate func launchOnce(after time: Duration) async throws {
        try await carryOut([
            MoveClock(by: time), Launch(), Background(), Kill(.system), MoveClock(by: .zero - time),
        ])
    }

    /// Gives all files of the container one time.
    fileprivate func touchFiles() throws {
        let now = Date()
        for name in container.regularFiles {
            try FileManager.default.setAttributes(
                [.modificationDate: now], ofItemAtPath: container.path(name))
        }
    }

    /// Has the folders of the container list what is in them in another order, where the file system lists
    /// the latest first, or last.
    fileprivate func reorderFolders() throws {
        var isReordered: [Bool] = []
        for folder in [container.path] + container.folders {
            let before = try FileManager.default.contentsOfDirectory(atPath: folder)
            guard before.count > 1 else { continue }
            let changed = try [before, before.reversed()].contains { names in
                for name in names { try putLast(name, in: folder) }
                return try FileManager.default.contentsOfDirectory(atPath: folder) != before
            }
            isReordered.append(changed)
        }
        if !isReordered.isEmpty, !isReordered.contains(true) {
            throw StepFailure.notJudged("this file system lists a folder in the same order again")
        }
    }

    private func putLast(_ name: String, in folder: String) throws {
        let (path, aside) = (folder + "/" + name, folder + "/.relaunch-aside")
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        try FileManager.default.moveItem(atPath: aside, toPath: path)
    }

    /// Makes the number of a dead process that of one that lives: where a file has nothing but that number
    /// in a line, or says `pid` before it, it gets the number of this process.
    ///
    /// Numbers are given anew only after very many, so the other way round would take too long.
    fileprivate func giveAway(_ process: Int32) throws {
        let new = ProcessInfo.processInfo.processIdentifier
        let number = try Regex(
            #"(?im)(^(?=\#(process)$)|pid[a-z]*["']?\s*[:= ]\s*)\#(process)(?![0-9])"#,
            as: (Substring, Substring).self)
        for name in container.regularFiles {
            let path = container.path(name)
            guard let data = FileManager.default.contents(atPath: path), data.count < 4096 else {
                continue
            }
            let content = String(decoding: data, as: UTF8.self)
            let text = content.replacing(number) { "\($0.1)\(new)" }
            guard text != content else { continue }
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
    }
}
