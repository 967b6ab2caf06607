#if os(Linux)
    import Glibc
    import Testing

    /// A C program of the tests' own, for what a shell cannot do: its first argument says what it
    /// is to be. It is compiled once, by the C compiler of the toolchain, with the sources of the
    /// supervisor, so that it can be a harness too.
    enum TinyTargets {
        static let path: Result<String, BuildFailure> = build()

        static let compiler: String? = {
            let path = getenv("PATH").map { String(cString: $0) } ?? ""
            return ["clang", "cc", "gcc"].lazy
                .flatMap { name in path.split(separator: ":").map { "\($0)/\(name)" } }
                .first { access($0, X_OK) == 0 }
        }()

        struct BuildFailure: Error, CustomStringConvertible {
            let description: String
        }

        /// Lives until the tests end, as the static that holds it.
        nonisolated(unsafe) private static var directory: TemporaryDirectory?

        private static func build() -> Result<String, BuildFailure> {
            do {
                let directory = try TemporaryDirectory()
                Self.directory = directory
                atexit { TinyTargets.directory = nil }
                try directory.write(source, to: "tiny.c")
                let output = try Pipe()
                let supervisor = try Supervisor()
                let sources = "\(packageRoot)/Sources/CSupervisor"
                let program = "\(directory.path)/tiny"
                let result = try supervisor.trySpawn(
                    [
                        "/bin/sh", "-c",
                        "\"$0\" -O1 -pthread -I\"$1\" -I\"$1/include\" -o \"$2\" \"$3\" \"$1\"/*/*.c",
                        compiler ?? "cc", sources, program, "\(directory.path)/tiny.c",
                    ],
                    environment: ["PATH=\(getenv("PATH").map { String(cString: $0) } ?? "")"],
                    output: output.writing, error: output.writing)
                output.closeWriting()
                let exit = supervisor.nextExit(within: 60_000)
                guard result.step == 0, let exit, exit.status == 0 else {
                    return .failure(BuildFailure(description: output.readAll()))
                }
                return .success(program)
            } catch {
                return .failure(BuildFailure(description: "\(error)"))
            }
        }

        private static var packageRoot: String {
            #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
                .joined(separator: "/")
        }

        private static let source = #"""
            #include <errno.h>
            #include <linux/filter.h>
            #include <linux/seccomp.h>
            #include <pthread.h>
            #include <stddef.h>
            #include <sys/prctl.h>
            #include <sys/resource.h>
            #include <sys/syscall.h>
            #include <stdatomic.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <dirent.h>
            #include <fcntl.h>
            #include <unistd.h>
            #include <sys/wait.h>
            #include <signal.h>
            #include "rl_supervisor.h"

            static void say(const char *line) { write(1, line, strlen(line)); }

            // A process that forks a child and exits, for ever.
            static void chain(void) {
                say("ready\n");
                for (int generation = 0; generation < 1000000; generation += 1)
                    if (fork() > 0) _exit(0);
            }

            // Fifty processes, each the child of the one before.
            static void deep(void) {
                for (int depth = 1; depth < 50; depth += 1)
                    if (fork() > 0) for (;;) pause();
                say("ready\n");
                for (;;) pause();
            }

            // Forks as fast as it can, up to so many processes.
            static void bomb(int limit) {
                const int access = PROT_READ | PROT_WRITE, kind = MAP_SHARED | MAP_ANONYMOUS;
                atomic_int *count = mmap(0, 4096, access, kind, -1, 0);
                say("ready\n");
                for (;;) if (atomic_fetch_add(count, 1) < limit - 1) { fork(); setsid(); } else pause();
            }

            static void *fork_in_thread(void *unused) {
                if (fork() == 0) for (;;) pause();
                say("ready\n");
                for (;;) usleep(100);
            }

            // The child belongs to a second thread, and the first one has ended.
            static void threads(void) {
                pthread_t thread;
                pthread_create(&thread, 0, fork_in_thread, 0);
                pthread_exit(0);
            }

            // Spawns with vfork all the time.
            static void vforks(void) {
                say("ready\n");
                for (;;) {
                    pid_t pid = vfork();
                    if (pid == 0) { execl("/bin/true", "true", (char *)0); _exit(1); }
                    waitpid(pid, 0, 0);
                }
            }

            static pid_t spawn(rl_supervisor *s, const char *script) {
                char *const arguments[] = {"sh", "-c", (char *)script, 0};
                char *const environment[] = {"PATH=/usr/bin:/bin", 0};
                rl_spawn_request request = {"/bin/sh", arguments, environment, "/", -1, -1, -1, -1};
                rl_spawn_result result;
                if (rl_spawn(s, &request, &result) || result.step) abort();
                return result.pid;
            }

            // A harness with two supervisors, which dies while it is idle or busy.
            static void harness(int busy) {
                const char *script = "sleep 1000 & (setsid sleep 1000 &) ; wait";
                rl_supervisor first, second;
                int count;
                signal(SIGCHLD, SIG_IGN);
                if (rl_supervisor_start(&first) || rl_supervisor_start(&second)) abort();
                spawn(&first, script);
                spawn(&second, script);
                do rl_processes(&first, 0, 0, &count); while (count < 3);
                do rl_processes(&second, 0, 0, &count); while (count < 3);
                say("ready\n");
                while (!busy) pause();
                for (;;) {
                    rl_termination termination;
                    rl_freeze(&first, 1000, &count);
                    rl_terminate_and_reap(&first, 1000, &termination);
                    spawn(&first, script);
                }
            }

            // A harness on a machine that forbids ptrace.
            static void untraceable_harness(void) {
                struct sock_filter code[] = {
                    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
                    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
                };
                struct sock_fprog program = {4, code};
                prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
                if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)) abort();
                rl_supervisor s;
                if (rl_supervisor_start(&s)) abort();
                char *const arguments[] = {"true", 0}, *const environment[] = {0};
                rl_spawn_request request = {
                    "/bin/true", arguments, environment, "/", -1, -1, -1, -1, "/"};
                rl_spawn_result result;
                int count;
                if (rl_spawn(&s, &request, &result) || rl_processes(&s, 0, 0, &count)) abort();
                printf("%d %d %d\n", result.step, result.error, count);
                rl_supervisor_stop(&s);
            }

            static int open_descriptors(void) {
                int count = 0;
                DIR *directory = opendir("/proc/self/fd");
                while (readdir(directory)) count += 1;
                closedir(directory);
                return count;
            }

            // A harness that counts its descriptors, before and after 200 spawns.
            static void count_descriptors(void) {
                int before = open_descriptors();
                for (int round = 0; round < 20; round += 1) {
                    rl_supervisor s;
                    if (rl_supervisor_start(&s)) abort();
                    for (int number = 0; number < 10; number += 1) spawn(&s, "exit 0");
                    rl_supervisor_stop(&s);
                }
                printf("%d\n", open_descriptors() - before);
            }

            // A harness that can open no more descriptors.
            static void terminal_without_descriptors(void) {
                const struct rlimit limit = {3, 3};
                setrlimit(RLIMIT_NOFILE, &limit);
                rl_terminal terminal;
                int error = rl_terminal_open(&terminal, 24, 80);
                printf("%d %d %d\n", error, terminal.harness_end, terminal.target_end);
            }

            // Says which descriptors it has been born with.
            static void list_descriptors(void) {
                for (int number = 0; number < 256; number += 1)
                    if (fcntl(number, F_GETFD) >= 0) printf("%d ", number);
                printf("\n");
            }

            int main(int count, char **arguments) {
                const char *name = count > 1 ? arguments[1] : "";
                if (!strcmp(name, "chain")) chain();
                if (!strcmp(name, "deep")) deep();
                if (!strcmp(name, "bomb")) bomb(200);
                if (!strcmp(name, "large-bomb")) bomb(6000);
                if (!strcmp(name, "threads")) threads();
                if (!strcmp(name, "vforks")) vforks();
                if (!strcmp(name, "idle-harness")) harness(0);
                if (!strcmp(name, "busy-harness")) harness(1);
                if (!strcmp(name, "untraceable-harness")) untraceable_harness();
                if (!strcmp(name, "count-descriptors")) count_descriptors();
                if (!strcmp(name, "terminal-without-descriptors")) terminal_without_descriptors();
                if (!strcmp(name, "list-descriptors")) list_descriptors();
            }
            """#
    }
#endif
