import CrashStates
import SystemPackage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A clock that stands apart from the real one, for whatever is launched with its environment.
struct MovedClock: Sendable {
    var distance: Duration
    /// The path of the library that is preloaded.
    let library: String
    /// What moves it for those who run already; nil where nothing does.
    var dial: ClockDial?

    static let distanceVariable = "RELAUNCH_CLOCK_DISTANCE"
    static let dialVariable = "RELAUNCH_CLOCK_DIAL"
    /// The name that the computer seems to have, where it is not its own.
    static let hostVariable = "RELAUNCH_HOST_NAME"
    static let libraryName = "moved-clock.so"
    static var compiler: String? { Executable.onPath("clang") ?? Executable.onPath("cc") }

    /// What has to be in an environment, beside what is there.
    func environment(_ present: [String: String]) -> [String: String] {
        let others = present["LD_PRELOAD"].map { ":" + $0 } ?? ""
        let (seconds, fraction) = distance.components
        // Seconds and nanoseconds apart: together they would not fit 64 bits.
        var variables = [
            "LD_PRELOAD": library + others,
            Self.distanceVariable: "\(seconds) \(fraction / 1_000_000_000)",
        ]
        variables[Self.dialVariable] = dial?.path
        return variables
    }

    /// Nothing but system calls: it works before and beside everything else that is preloaded.
    static let source = """
        #define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <sys/utsname.h>
        #include <time.h>
        #include <unistd.h>

        static long long seconds, nanoseconds;
        static const long long still = 0;
        static const volatile long long *dial = &still;

        static void map_dial(const char *path) {
            int file = open(path, O_RDONLY | O_CLOEXEC);
            if (file >= 0) {
                void *map = mmap(NULL, sizeof *dial, PROT_READ, MAP_SHARED, file, 0);
                if (map != MAP_FAILED) {
                    dial = map;
                }
                close(file);
            }
        }

        __attribute__((constructor)) static void read_distance(void) {
            const char *text = getenv("\(distanceVariable)");
            const char *path = getenv("\(dialVariable)");
            char *end = NULL;
            if (text != NULL) {
                seconds = strtoll(text, &end, 10);
                nanoseconds = strtoll(end, NULL, 10);
            }
            if (path != NULL) {
                map_dial(path);
            }
        }

        static int moves(clockid_t clock) {
            return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
        }

        int clock_gettime(clockid_t clock, struct timespec *result) {
            long code = syscall(SYS_clock_gettime, clock, result);
            if (code == 0 && moves(clock)) {
                long long whole = result->tv_nsec + nanoseconds;
                long long carry = whole < 0 ? -1 : whole / 1000000000;
                result->tv_sec += seconds + *dial + carry;
                result->tv_nsec = whole - carry * 1000000000;
            }
            return (int)code;
        }

        int gettimeofday(struct timeval *restrict result, void *restrict zone) {
            struct timespec now;
            (void)zone;
            if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
                return -1;
            }
            result->tv_sec = now.tv_sec;
            result->tv_usec = now.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *result) {
            struct timespec now;
            if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
                return (time_t)-1;
            }
            if (result != NULL) {
                *result = now.tv_sec;
            }
            return now.tv_sec;
        }

        int timespec_get(struct timespec *result, int base) {
            return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, result) == 0 ? base : 0;
        }

        int uname(struct utsname *result) {
            int code = (int)syscall(SYS_uname, result);
            const char *name = getenv("\(hostVariable)");
            if (code == 0 && name != NULL) {
                strncpy(result->nodename, name, sizeof result->nodename - 1);
                result->nodename[sizeof result->nodename - 1] = 0;
            }
            return code;
        }

        int gethostname(char *result, size_t size) {
            struct utsname names;
            int code = uname(&names);
            if (code == 0 && size > 0) {
                strncpy(result, names.nodename, size - 1);
                result[size - 1] = 0;
            }
            return code;
        }

        """
}

extension Session {
    /// Whether its target can be told another time: it loads shared libraries, and there is a compiler for one.
    package var canMoveClock: Bool {
        !ExecutableFile.isStatic(executable) && MovedClock.compiler != nil
    }

    /// What is launched from now on finds itself on a computer of this name, as far as it asks the C
    /// library.
    package func renameComputer(to name: String) throws {
        world.clock = try world.clock ?? makeClock()
        world.environment[MovedClock.hostVariable] = name
    }

    /// A clock that does not stand apart yet. Its library is compiled once for the run.
    func makeClock() throws -> MovedClock {
        let library = runDirectory.path + "/" + MovedClock.libraryName
        if !FileTree.isRegularFile(library) { try compileClock(to: library) }
        return MovedClock(distance: .zero, library: library)
    }

    /// Another worker may do the same meanwhile: each compiles its own, and the name goes to a whole one.
    private func compileClock(to library: String) throws {
        guard let compiler = MovedClock.compiler else {
            throw StepFailure(
                blame: .scenario, kind: .unavailable,
                "moving the clock needs a C compiler, and neither 'clang' nor 'cc' is on the PATH; "
                    + "install one, or put the toolchain's bin folder on the PATH")
        }
        let own = PrivateDirectory("\(library).\(UInt64.random(in: .min ... .max))")
        try FileManager.default.createDirectory(
            atPath: own.path, withIntermediateDirectories: false)
        let source = own.path + "/moved-clock.c"
        let compiled = own.path + "/" + MovedClock.libraryName
        try Data(MovedClock.source.utf8).write(to: URL(fileURLWithPath: source))
        let process = try spawn(
            compiler, arguments: ["-shared", "-fPIC", "-O1", "-o", compiled, source],
            environment: environment())
        let status = try process.waitForExit(until: .now + max(timeLimit, .seconds(30)))
        if running == nil { try terminateAndReap() } else { release(process) }
        guard status == .exited(0) else {
            throw StepFailure(
                blame: .scenario,
                "'\(compiler)' could not compile the library that moves the clock",
                expected: "status 0", actual: status.map { "\($0)" } ?? "still running",
                difference: process.output.lastLines())
        }
        guard rename(compiled, library) == 0 else {
            throw ContainerError.notMade(library, Errno(rawValue: errno))
        }
    }
}

/// What has to be known of an executable in the format of Linux.
enum ExecutableFile {
    /// Whether an interpreter reads it.
    static func isScript(_ path: String) -> Bool { beginning(of: path).starts(with: "#!".utf8) }

    /// Whether it is one that loads no shared library, and so none that is preloaded. A script is
    /// none.
    static func isStatic(_ path: String) -> Bool {
        let data = beginning(of: path)
        guard data.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]) else { return false }
        func number(_ offset: Int, _ size: Int) -> Int? {
            guard offset >= 0, offset <= data.count - size else { return nil }
            return (0..<size).reduce(0) { $0 | Int(data[offset + $1]) &<< (8 * $1) }
        }
        guard let table = number(32, 8), let entrySize = number(54, 2), let count = number(56, 2)
        else { return false }
        let interpreter = 3
        return !(0..<count).contains { index in
            let (start, overflows) = table.addingReportingOverflow(index * entrySize)
            return !overflows && number(start, 4) == interpreter
        }
    }

    /// The page that the headers are in.
    private static func beginning(of path: String) -> [UInt8] {
        guard FileTree.isRegularFile(path),
            let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        else { return [] }
        defer { try? file.close() }
        return [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
            count = (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
    }
}
