#if os(Linux)
    extension RecordBenchmark {
        /// The program that is measured. It prints microseconds a call: the least of a few batches.
        static let source = #"""
            #define _GNU_SOURCE
            #include <fcntl.h>
            #include <linux/filter.h>
            #include <linux/seccomp.h>
            #include <sched.h>
            #include <signal.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/prctl.h>
            #include <sys/ptrace.h>
            #include <sys/syscall.h>
            #include <sys/wait.h>
            #include <time.h>
            #include <unistd.h>

            enum { BATCHES = 20, CALLS = 400 };

            static int file;
            static void append(void) { write(file, "forty bytes that a program might append", 40); }
            static void other(void) { syscall(SYS_getppid); }

            static double now(void) {
                struct timespec time;
                clock_gettime(CLOCK_MONOTONIC, &time);
                return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
            }

            static double cost(void (*call)(void)) {
                double least = 1e9;
                for (int batch = 0; batch < BATCHES; batch += 1) {
                    double begin = now();
                    for (int number = 0; number < CALLS; number += 1) call();
                    double each = (now() - begin) / CALLS;
                    least = each < least ? each : least;
                }
                return least;
            }

            // Tells by a call that no filter stops.
            static void tell(double microseconds) {
                FILE *output = fopen("/proc/self/fd/1", "w");
                char text[64];
                int size = snprintf(text, sizeof text, "%.3f\n", microseconds);
                fwrite(text, 1, (size_t)size, output);
                fclose(output);
            }

            // A tracer that does nothing but let its tracee go on, at entry and at exit.
            static int stops(void) {
                cpu_set_t one;
                CPU_ZERO(&one);
                CPU_SET(sched_getcpu(), &one);
                sched_setaffinity(0, sizeof one, &one);
                pid_t child = fork();
                if (child == 0) {
                    struct sock_filter code[] = {
                        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
                        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 1),
                        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
                        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
                    };
                    struct sock_fprog program = {.len = 4, .filter = code};
                    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
                    raise(SIGSTOP);
                    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
                    tell(cost(append));
                    _exit(0);
                }
                int status;
                waitpid(child, &status, WUNTRACED);
                ptrace(PTRACE_SEIZE, child, 0,
                    PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACESECCOMP | PTRACE_O_EXITKILL);
                kill(child, SIGCONT);
                while (waitpid(-1, &status, __WALL) > 0 && WIFSTOPPED(status)) {
                    int is_entry = status >> 16 == PTRACE_EVENT_SECCOMP;
                    ptrace(is_entry ? PTRACE_SYSCALL : PTRACE_CONT, child, 0, 0);
                }
                return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
            }

            int main(int count, char **arguments) {
                file = open("appended", O_WRONLY | O_CREAT | O_APPEND, 0600);
                if (file < 0 || count < 2) return 1;
                if (strcmp(arguments[1], "stops") == 0) return stops();
                tell(cost(strcmp(arguments[1], "append") == 0 ? append : other));
                return 0;
            }
            """#
    }
#endif
