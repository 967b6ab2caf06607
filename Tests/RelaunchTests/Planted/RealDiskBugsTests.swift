#if os(Linux)
    import Relaunch
    import Testing
    import TestSupport

    /// Programs that count on what a file system does not promise, each with a twin that does not: one
    /// pair for each kind of state that real disks were seen to have.
    @Suite("A power failure on a file system", .enabled(if: TrialTarget.hasPython))
    struct RealDiskBugsTests {
        /// A program with a bug.
        struct Bug: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var profile: PowerLossProfile
            /// What is there before, then the steps: with `IS_RIGHT` they are the twin's.
            var before: String
            var steps: String
            /// Whether each fsync of the steps fails in its turn.
            var failsSyncs = false
            /// Ends with a status that is not 0 where what is there is no good.
            var look: String
        }

        static let bugs = [
            Bug(
                testDescription:
                    "leaves zeros at the end of a log, which a reader takes for an entry",
                profile: .ext4,
                before: #"put('log', b'one\n')"#,
                steps: #"put('log', b'two\n', at=4)"#,
                look: #"""
                    lines = get('log').split(b'\n')
                    if IS_RIGHT: lines = [line for line in lines if line.strip(b'\0')]
                    sys.exit(any(line not in (b'', b'one', b'two') for line in lines))
                    """#),
            Bug(
                testDescription: "leaves zeros in a file that has replaced another without a sync",
                profile: .ext4,
                before: "put('state', b'old')",
                steps: "put('new', b'n' * 5000, sync=IS_RIGHT); os.rename('new', 'state')",
                look: "sys.exit(get('state') not in (b'old', b'n' * 5000))"),
            Bug(
                testDescription: "shows zeros where a list was cut in its place",
                profile: .xfs,
                before: #"put('list', b'a\n' * 3000)"#,
                steps: #"""
                    if IS_RIGHT:
                        put('new', b'a\n' * 2500, sync=True)
                        os.rename('new', 'list')
                    else: os.truncate('list', 5000)
                    """#,
                look: #"sys.exit(b'\0' in get('list'))"#),
            Bug(
                testDescription:
                    "keeps the new header of a log and the entries that were cut before it",
                profile: .ext4,
                before: "put('log', b'1' * 4096 + b'e' * 8192)",
                steps: #"""
                    os.truncate('log', 4096)
                    if IS_RIGHT: sync('log')
                    put('log', b'2' * 4096, at=0)
                    """#,
                look: "log = get('log'); sys.exit(log[:1] == b'2' and len(log) > 4096)"),
            Bug(
                testDescription:
                    "keeps the end of an entry, which says that it is whole, and not its start",
                profile: .xfs,
                before: "put('log', b'o' * 4096)",
                steps: #"""
                    put('log', b'a' * 4096, at=4096, sync=IS_RIGHT)
                    put('log', b'b' * 4095 + b'!', at=8192)
                    """#,
                look: #"""
                    log = get('log')
                    sys.exit(log[-1:] == b'!' and log[4096:8192] != b'a' * 4096)
                    """#),
            Bug(
                testDescription:
                    "has a message in two folders that was moved from one to the other",
                profile: .btrfs,
                before: "os.mkdir('new'); os.mkdir('seen'); put('new/message', b'text')",
                steps: #"""
                    os.rename('new/message', 'seen/message')
                    sync('seen')
                    if IS_RIGHT: sync('new')
                    """#,
                look: #"""
                    twice = os.path.exists('new/message') and os.path.exists('seen/message')
                    if twice and IS_RIGHT: os.unlink('new/message'); twice = False
                    sys.exit(twice)
                    """#),
            Bug(
                testDescription:
                    "has a file that was synced, and not the one made before it that it names",
                profile: .btrfs,
                before: "",
                steps: #"""
                    put('content', b'text', sync=IS_RIGHT)
                    put('index', b'content')
                    os.fdatasync(os.open('index', os.O_RDONLY))
                    """#,
                look: "sys.exit(get('index') == b'content' and get('content') != b'text')"),
            Bug(
                testDescription: "loses that a folder was renamed, though what is in it was synced",
                profile: .btrfs,
                before: "os.mkdir('draft'); put('draft/text', b'old')",
                steps: #"""
                    os.rename('draft', 'sent')
                    put('sent/text', b'new', at=0, sync=True)
                    if IS_RIGHT: sync('.')
                    put('told', b'sent', sync=True)
                    """#,
                look: "sys.exit(get('told') != b'' and not os.path.exists('sent/text'))"),
            Bug(
                testDescription:
                    "loses what was stored in a mapping outside the part that was synced",
                profile: .xfs,
                before: "put('map', b'o' * 8192)",
                steps: #"""
                    file = os.open('map', os.O_RDWR)
                    memory = mmap.mmap(file, 8192)
                    memory[5000] = ord('n')
                    memory.flush(0, 8192 if IS_RIGHT else 4096)
                    memory[0] = ord('n')
                    memory.flush(0, 4096)
                    """#,
                look: "map = get('map'); sys.exit(map[0:1] == b'n' and map[5000:5001] != b'n')"),
            Bug(
                testDescription: "loses what an asynchronous msync was to write",
                profile: .ext4,
                before: "put('map', b'o' * 8192)",
                steps: #"""
                    file = os.open('map', os.O_RDWR)
                    memory = mmap.mmap(file, 8192)
                    memory[5000] = ord('n')
                    memory.flush(flags=mmap.MS_SYNC if IS_RIGHT else mmap.MS_ASYNC) \
                        if sys.version_info >= (3, 14) else msync(file, memory, IS_RIGHT)
                    put('done', b'1', sync=True)
                    """#,
                look: "sys.exit(get('done') == b'1' and get('map')[5000:5001] != b'n')"),
            Bug(
                testDescription: "takes an index for that of its source because it is newer",
                profile: .ext4,
                before: "put('source', b'old', sync=True); put('index', b'old', sync=True)",
                steps: "put('source', b'new'); put('index', b'new', sync=True)",
                look: #"""
                    isNewer = os.stat('index').st_mtime_ns >= os.stat('source').st_mtime_ns
                    if IS_RIGHT: isNewer = get('index') == get('source')
                    sys.exit(isNewer and get('index') != get('source'))
                    """#),
            Bug(
                testDescription: "goes on where an fsync has failed",
                profile: .ext4,
                before: "put('data', b'old', sync=True)",
                steps: #"""
                    file = os.open('data', os.O_RDWR)
                    os.pwrite(file, b'new', 0)
                    try: os.fsync(file)
                    except OSError:
                        if IS_RIGHT: sys.exit(1)
                    put('told', b'1', sync=True)
                    """#,
                failsSyncs: true,
                look: "sys.exit(get('told') == b'1' and get('data') != b'new')"),
            Bug(
                testDescription: "takes an fsync that succeeds after one that failed for a promise",
                profile: .xfs,
                before: "put('data', b'old', sync=True)",
                steps: #"""
                    file = os.open('data', os.O_RDWR)
                    os.pwrite(file, b'new', 0)
                    try: os.fsync(file)
                    except OSError:
                        # What was to be written is clean now: only a write of it promises anything.
                        if IS_RIGHT: os.pwrite(file, b'new', 0)
                        os.fsync(file)
                    put('told', b'1', sync=True)
                    """#,
                failsSyncs: true,
                look: "sys.exit(get('told') == b'1' and get('data') != b'new')"),
        ]

        private static let prelude = #"""
            import ctypes, mmap, os, sys
            def put(name, data, at=0, sync=False):
                file = os.open(name, os.O_CREAT | os.O_RDWR)
                os.pwrite(file, data, at)
                if sync: os.fsync(file)
            def get(name):
                try: return open(name, 'rb').read()
                except FileNotFoundError: return b''
            def sync(name): os.fsync(os.open(name, os.O_RDONLY))
            def msync(file, memory, waits):
                place = ctypes.addressof(ctypes.c_char.from_buffer(memory))
                ctypes.CDLL(None).msync(ctypes.c_void_p(place), len(memory), 4 if waits else 1)

            """#

        private func sweep(_ bug: Bug, isRight: Bool) async throws -> CaseResult {
            func program(_ lines: String, exit: Run.Exit = .success) -> Run {
                let choice = "IS_RIGHT = \(isRight ? "True" : "False")\n"
                return Run("python3", "-c", Self.prelude + choice + lines, exit: exit)
            }
            return try await trial(TrialTarget.command("true")) {
                Launch()
                program(bug.before)
                // What a failed sync has dropped is looked at also where few states are.
                Sweep(.powerLoss(bug.profile), statesPerWindow: bug.failsSyncs ? 4 : 1_000) {
                    if bug.failsSyncs {
                        Fail(.fsync, with: .EIO) { program(bug.steps, exit: .any) }
                    } else {
                        program(bug.steps)
                    }
                }
                Launch()
                program(bug.look)
                Expect(.exitStatus(0))
            }.only()
        }

        @Test(arguments: bugs) func `finds the bug and passes its twin`(bug: Bug) async throws {
            let wrong = try await sweep(bug, isRight: false)
            #expect(wrong.verdict == .failed, "\(wrong.failure?.message ?? "")")
            #expect(wrong.failure?.blame == .target)
            let right = try await sweep(bug, isRight: true)
            #expect(
                right.verdict == .passed,
                "\(right.failure.map { "\($0.message) \($0.killPoint ?? "")" } ?? "")")
        }
    }
#endif
