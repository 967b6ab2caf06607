import CrashStates
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("A machine that has no more processes")
struct ShortageTests {
    @Test("is asked again until it has")
    func asksAgain() {
        var codes: [Int32] = [EAGAIN, EAGAIN, 0]
        #expect(Shortage.waitingOut { codes.removeFirst() } == 0)
        #expect(codes.isEmpty)
    }

    @Test("is no other error, which is told at once")
    func tellsOthers() {
        var count = 0
        let code = Shortage.waitingOut {
            count += 1
            return ENOMEM
        }
        #expect(code == ENOMEM && count == 1)
    }
}
