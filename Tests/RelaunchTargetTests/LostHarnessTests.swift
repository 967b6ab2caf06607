import Foundation
import RelaunchProtocol
import RelaunchTarget
import Testing

@Suite("A target whose harness is lost")
struct LostHarnessTests {
    @Test("goes on as if nobody listened, and is not killed by a signal")
    func everythingIsQuiet() throws {
        try Peer.play { _ in
        } target: { harness in
            while try harness.pump() {}
            #expect(harness.isGone)
            for _ in 1...2 {
                try harness.enter(.active)
                try harness.checkpoint("beforeCommit")
                try harness.reportRestored()
                try harness.reportNotRestored(reason: "noSavedState")
                try harness.reportSnapshot("shown", picture: .svg("<svg/>"))
                try harness.reportCallback("viewDidLoad")
                try harness.reportIssue("late")
                let isThere = try harness.pump()
                #expect(!isThere)
                try harness.run()
            }
            #expect(throws: HarnessError.gone) { try harness.hello(HarnessTests.notes) }
        }
    }

    @Test("goes on where it was held, and is held no more")
    func whileHeld() throws {
        try Peer.play { peer in
            try peer.greet(hold: ["restoring", "saving"])
            _ = try peer.receive()
        } target: { harness in
            _ = try harness.hello(HarnessTests.notes)
            try harness.enter(.restoring)
            #expect(harness.isGone)
            try harness.enter(.saving)
        }
    }

    @Test("notices it when it sends")
    func whileSending() throws {
        try Peer.play { peer in
            try peer.greet()
        } target: { harness in
            _ = try harness.hello(HarnessTests.notes)
            let picture = Picture.svg(String(repeating: "<g/>", count: 10_000))
            let deadline = ContinuousClock.now + .seconds(10)
            while !harness.isGone, .now < deadline {
                try harness.reportSnapshot("taken", picture: picture)
            }
            #expect(harness.isGone)
        }
    }

    @Test(
        "gives up a harness that talks nonsense, and says so",
        arguments: [
            "nonsense\n", "{\"jsonrpc\":\"1.0\"}\n",
            "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":1}\n",
            "\n", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"hold\":\"restoring\"}}\n",
        ])
    func nonsense(line: String) throws {
        try Peer.play { peer in
            _ = try peer.receive()
            peer.put(line)
            while try peer.receive() != nil {}
        } target: { harness in
            _ = try? harness.hello(HarnessTests.notes)
            #expect(harness.isGone)
            try harness.enter(.launching)
        }
    }

    @Test("gives up a harness that never ends its line", .timeLimit(.minutes(10)))
    func endlessLine() throws {
        try Peer.play { peer in
            peer.put(String(repeating: "x", count: Message.maximumLength + 1))
            try peer.expectEnd()
        } target: { harness in
            try harness.run()
            #expect(harness.isGone)
        }
    }
}

@Suite("The channel's variable", .serialized)
struct ConnectTests {
    @Test("is taken out of the environment, and the descriptor is closed on exec")
    func connecting() throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { close(ends[0]) }
        setenv(channelVariable, "\(ends[1])", 1)
        let harness = try #require(Harness.connect())
        #expect(harness.fileDescriptor == ends[1])
        #expect(fcntl(ends[1], F_GETFD) & FD_CLOEXEC != 0)
        #expect(getenv(channelVariable) == nil)
        #expect(Harness.connect() == nil)
    }

    @Test(
        "that names no socket is complained about, and ignored",
        arguments: ["", "x", "-1", "99999", "0x3"])
    func wrongVariable(value: String) {
        setenv(channelVariable, value, 1)
        #expect(Harness.connect() == nil)
        #expect(getenv(channelVariable) == nil)
    }

    @Test("that names a file is ignored, and the file left open")
    func file() throws {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        setenv(channelVariable, "\(file)", 1)
        #expect(Harness.connect() == nil)
        #expect(fcntl(file, F_GETFD) >= 0)
    }
}
