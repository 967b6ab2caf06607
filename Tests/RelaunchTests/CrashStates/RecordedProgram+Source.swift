#if os(Linux)
    extension RecordedProgram {
        static let source = #"""
            #define _GNU_SOURCE
            #include <errno.h>
            #include <fcntl.h>
            #include <netinet/in.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/mman.h>
            #include <sys/ptrace.h>
            #include <sys/sendfile.h>
            #include <sys/socket.h>
            #include <sys/stat.h>
            #include <sys/syscall.h>
            #include <sys/uio.h>
            #include <sys/un.h>
            #include <sys/wait.h>
            #include <sys/xattr.h>
            #include <unistd.h>

            static int make(const char *path, int flags) {
                return open(path, flags | O_CREAT, 0644);
            }
            static void fill(int file, const char *text) { write(file, text, strlen(text)); }

            static void writes(void) {
                int file = make("writes", O_RDWR | O_TRUNC);
                struct iovec parts[] = {{"one ", 4}, {"two ", 4}};
                fill(file, "start ");
                writev(file, parts, 2);
                pwrite(file, "S", 1, 0);
                pwritev(file, parts, 2, 20);
                pwritev2(file, parts, 1, -1, 0);
                lseek(file, 100, SEEK_SET);
                fill(file, "after a hole");
                int appended = make("appended", O_WRONLY | O_APPEND);
                fill(appended, "first ");
                pwrite(appended, "appended all the same", 21, 0);
                int copy = make("copy", O_WRONLY);
                loff_t from = 2, to = 5;
                copy_file_range(file, &from, copy, &to, 30, 0);
                off_t start = 0;
                sendfile(copy, file, &start, 10);
                int ends[2];
                pipe(ends);
                fill(ends[1], "through a pipe");
                splice(ends[0], 0, copy, 0, 14, 0);
                char *large = malloc(300000);
                for (int at = 0; at < 300000; at += 1) large[at] = 'a' + at % 23;
                write(copy, large, 300000);
                int synced = make("synced", O_WRONLY | O_SYNC);
                fill(synced, "at once");
                fdatasync(file); fsync(copy); syncfs(copy); sync();
            }

            static void sizes(void) {
                int file = make("sizes", O_RDWR);
                for (int line = 0; line < 1000; line += 1) fill(file, "0123456789");
                ftruncate(file, 9000);
                truncate("sizes", 12000);
                fallocate(file, 0, 11000, 2000);
                fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 10, 5000);
                fallocate(file, FALLOC_FL_ZERO_RANGE, 12990, 100);
                fallocate(file, FALLOC_FL_KEEP_SIZE, 0, 50000);
                fallocate(file, FALLOC_FL_COLLAPSE_RANGE, 0, 4096);
                fallocate(file, FALLOC_FL_INSERT_RANGE, 4096, 4096);
                close(open("sizes2", O_CREAT | O_TRUNC | O_WRONLY, 0600));
                fill(open("sizes2", O_WRONLY), "gone");
                close(open("sizes2", O_TRUNC | O_WRONLY));
                close(creat("created", 0640));
            }

            static void names(void) {
                mkdir("directory", 0755);
                mkdir("directory/inner", 0700);
                int directory = open("directory", O_RDONLY | O_DIRECTORY);
                fill(openat(directory, "file", O_CREAT | O_WRONLY, 0644), "in a directory");
                fill(make("directory/../victim", O_WRONLY), "replaced");
                rename("directory/file", "victim");
                link("victim", "linked");
                symlink("victim", "symbolic");
                fill(open("symbolic", O_CREAT | O_WRONLY | O_TRUNC, 0644), "through the link");
                symlink("nowhere", "dangling");
                fill(open("dangling", O_CREAT | O_WRONLY, 0644), "made by the link");
                renameat2(directory, "inner", AT_FDCWD, "linked", RENAME_EXCHANGE);
                rename("directory", "moved");
                fill(openat(directory, "late", O_CREAT | O_WRONLY, 0644), "by a descriptor");
                mkfifo("fifo", 0600);
                int open_file = make("unlinked", O_RDWR);
                unlink("unlinked");
                fill(open_file, "nobody sees it");
                fsync(open_file);
                fill(make("unlinked", O_RDWR), "another file");
                mkdir("short-lived", 0755);
                rmdir("short-lived");
                unlinkat(directory, "late", 0);
                rename("victim", "victim");
                link("victim", "same");
                rename("same", "victim");
                fsync(directory);
            }

            static void attributes(void) {
                int file = make("attributes", O_RDWR);
                fchmod(file, 0600);
                chmod("attributes", 0640);
                fchmodat(AT_FDCWD, "attributes", 0604, 0);
                chown("attributes", getuid(), getgid());
                lchown("attributes", -1, -1);
                setxattr("attributes", "user.name", "value", 5, 0);
                fsetxattr(file, "user.other", "more", 4, 0);
                removexattr("attributes", "user.name");
            }

            // Lists of who may do what: one that says no more than the mode, and one that does.
            static void lists(void) {
                struct {
                    unsigned version;
                    struct { unsigned short tag, may; unsigned id; } entries[5];
                } minimal = {2, {{1, 6, 0}, {4, 4, 0}, {32, 4, 0}}},
                  full = {2, {{1, 6, -1}, {2, 7, 12345}, {4, 4, -1}, {16, 5, -1}, {32, 0, -1}}};
                const char *own = "system.posix_acl_access", *inherited = "system.posix_acl_default";
                int file = make("listed", O_RDWR);
                if (fsetxattr(file, own, &minimal, 28, 0) < 0) exit(errno);
                fsetxattr(file, own, &full, 44, 0);
                fchmod(file, 0670);
                setxattr("listed", own, &minimal, 28, 0);
                removexattr("listed", own);
                setxattr("listed", own, &full, 44, 0);
                chmod("listed", 0640);
                mkdir("heirs", 0755);
                setxattr("heirs", inherited, &full, 44, 0);
                fill(make("heirs/file", O_WRONLY), "with a list");
                mkdir("heirs/inner", 0750);
                symlink("file", "heirs/link");
                fill(make("heirs/inner/file", O_WRONLY), "with a list, too");
                removexattr("heirs", inherited);
                fill(make("heirs/late", O_WRONLY), "without");
                fsetxattr(file, "trusted.note", "the system's", 12, 0);
            }

            static void sockets(void) {
                struct sockaddr_un address = {AF_UNIX, "socket"};
                struct sockaddr_in network = {AF_INET};
                bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, sizeof address);
                bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, sizeof address);
                chmod("socket", 0600);
                memset(address.sun_path, 'n', sizeof address.sun_path);
                bind(socket(AF_UNIX, SOCK_DGRAM, 0), (void *)&address, sizeof address);
                address.sun_path[0] = 0;
                bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&address, sizeof address);
                bind(socket(AF_INET, SOCK_DGRAM, 0), (void *)&network, sizeof network);
            }

            static void failures(void) {
                mkdir(".", 0755);
                mkdir("present", 0755);
                mkdir("present", 0755);
                unlink("absent");
                rename("absent", "present");
                rmdir("absent/below");
                open("present", O_CREAT | O_WRONLY, 0644);
                open("present/../new", O_CREAT | O_EXCL | O_WRONLY, 0644);
                open("new", O_CREAT | O_EXCL | O_WRONLY, 0644);
            }

            static void temporary(void) {
                char path[64];
                int file = open(".", O_TMPFILE | O_RDWR, 0644);
                fill(file, "made without a name");
                sprintf(path, "/proc/self/fd/%d", file);
                linkat(AT_FDCWD, path, AT_FDCWD, "named", AT_SYMLINK_FOLLOW);
                linkat(file, "", AT_FDCWD, "named twice", AT_EMPTY_PATH);
            }

            static void outside(void) {
                fill(make("../elsewhere", O_WRONLY), "not in the container");
                rename("../elsewhere", "arrived");
                fill(make("leaving", O_WRONLY), "on its way out");
                rename("leaving", "../left");
                fill(make("../other", O_WRONLY), "also");
                link("../other", "linked-in");
                unlink("../other");
                unlink("../left");
            }

            static int shared_file;
            static void *append_lines(void *name) {
                int own = make("own", O_WRONLY | O_APPEND);
                for (int line = 0; line < 100; line += 1) {
                    char text[64];
                    int size = sprintf(text, "%d %s %d\n", getpid() & 1, (char *)name, line);
                    write(own, text, size);
                    write(shared_file, text, size);
                    if (line % 25 == 0) { fsync(own); rename("round", "round.old"); make("round", 0); }
                }
                return 0;
            }

            static void threads(void) {
                shared_file = make("shared", O_WRONLY);
                pid_t child = fork();
                pthread_t threads[4];
                char *names[] = {"a", "b", "c", "d"};
                for (int at = 0; at < 4; at += 1)
                    pthread_create(&threads[at], 0, append_lines, names[at]);
                for (int at = 0; at < 4; at += 1) pthread_join(threads[at], 0);
                if (child == 0) _exit(0);
                waitpid(child, 0, 0);
            }

            static void *exec_shell(void *script) {
                execl("/bin/sh", "sh", "-c", (char *)script, (char *)0);
                return 0;
            }

            static void children(void) {
                fill(make("parent", O_WRONLY), "parent");
                if (fork() == 0) { fill(make("child", O_WRONLY), "child"); _exit(0); }
                wait(0);
                if (vfork() == 0) {
                    execl("/bin/sh", "sh", "-c", "echo vforked > vforked", (char *)0);
                    _exit(1);
                }
                wait(0);
                if (fork() == 0) {
                    setsid();
                    if (fork() == 0) { fill(make("daemon", O_WRONLY), "daemon"); _exit(0); }
                    _exit(0);
                }
                wait(0);
                // The thread that execs is not the first one of its process.
                pthread_t thread;
                pthread_create(&thread, 0, exec_shell, "echo execed > execed; mv parent moved");
                pthread_join(thread, 0);
            }

            // A save as it should be, which says what went wrong.
            static void save(void) {
                const char *parts[] = {"first part, ", "second part, ", "third part\n"};
                int file = open("state.tmp", O_CREAT | O_WRONLY | O_TRUNC, 0644);
                if (file < 0) goto failed;
                for (int at = 0; at < 3; at += 1) {
                    const char *next = parts[at];
                    while (*next) {
                        ssize_t count = write(file, next, strlen(next));
                        if (count < 0) goto failed;
                        next += count;
                    }
                }
                if (fsync(file) < 0 || close(file) < 0) goto failed;
                if (rename("state.tmp", "state") < 0) goto failed;
                if (fsync(open(".", O_RDONLY | O_DIRECTORY)) < 0) goto failed;
                fill(1, "saved\n");
                return;
            failed:
                exit(errno);
            }

            static void store(void) {
                int file = make("mapped", O_RDWR);
                ftruncate(file, 20000);
                char *memory = mmap(0, 20000, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
                strcpy(memory + 100, "stored");
                fill(make("between", O_WRONLY), "a call");
                strcpy(memory + 17000, "stored later");
                pwrite(file, "written", 7, 200);
                msync(memory, 20000, MS_SYNC);
                memory[19999] = '!';
            }

            static void *block(void *unused) {
                fill(make("fifo", O_WRONLY), "through the fifo");
                return 0;
            }

            // One thread waits for a reader that only comes when another has written a file.
            static void fifo(void) {
                char buffer[32];
                pthread_t thread;
                mkfifo("fifo", 0600);
                pthread_create(&thread, 0, block, 0);
                usleep(50000);
                fill(make("meanwhile", O_WRONLY), "not held");
                int file = open("fifo", O_RDONLY);
                fill(make("read", O_WRONLY), read(file, buffer, 32) == 16 ? "all" : "too little");
                pthread_join(thread, 0);
            }

            static void *write_for_ever(void *name) {
                int file = make(name, O_WRONLY);
                for (;;) pwrite(file, name, 1, 0);
            }

            // An open that waits for the end of a lease, whose holder waits for its own call.
            static void lease(void) {
                int ends[2];
                char byte;
                pipe(ends);
                close(make("leased", O_WRONLY));
                if (fork() == 0) {
                    signal(SIGIO, SIG_IGN);
                    int file = open("leased", O_RDONLY);
                    int error = fcntl(file, F_SETLEASE, F_RDLCK) < 0 ? errno : 0;
                    write(ends[1], "!", 1);
                    if (error) _exit(error);
                    usleep(50000);
                    fill(make("meanwhile", O_WRONLY), "after the bound");
                    _exit(0);
                }
                read(ends[0], &byte, 1);
                if (open("leased", O_WRONLY | O_TRUNC) < 0) exit(2);
                int status;
                wait(&status);
                exit(status);
            }

            static void leave(void) {
                pthread_t thread;
                pthread_create(&thread, 0, write_for_ever, "one");
                pthread_create(&thread, 0, write_for_ever, "two");
                usleep(20000);
                exit(7);
            }

            static void busy(void) {
                pthread_t thread;
                pthread_create(&thread, 0, write_for_ever, "one");
                fork();
                fill(1, "ready\n");
                write_for_ever("two");
            }

            static volatile int caught;
            static void catch(int number) { caught = number; fill(make("caught", O_WRONLY), "!"); }
            static void signals(void) {
                signal(SIGUSR1, catch);
                fill(1, "ready\n");
                while (!caught) pause();
                fill(1, "caught\n");
                for (;;) pause();
            }

            static void foreign(void) {
            #ifdef __x86_64__
                int result = 20;
                __asm__ volatile("int $0x80" : "+a"(result) : : "memory");
            #else
                raise(SIGSYS);
            #endif
            }

            static void uring(void) {
                int first = syscall(SYS_io_uring_setup, 1, 0) < 0 ? errno : 0;
                int second = syscall(SYS_io_setup, 1, 0) < 0 ? errno : 0;
                exit(first == ENOSYS && second == ENOSYS ? 0 : 1);
            }

            static void traceme(void) {
                exit(ptrace(PTRACE_TRACEME, 0, 0, 0) < 0 && errno == EPERM ? 0 : 1);
            }

            // As a debugger begins.
            static void debug(void) {
                int status;
                if (fork() == 0) _exit(ptrace(PTRACE_TRACEME, 0, 0, 0) < 0 ? 3 : 0);
                wait(&status);
                exit(WEXITSTATUS(status));
            }

            // Many calls that change next to nothing.
            static void same(void) {
                int file = make("state", O_WRONLY);
                for (int at = 0; at < 100000; at += 1) pwrite(file, "old", 3, 0);
            }

            static void many(void) {
                int file = make("many", O_WRONLY);
                for (int at = 0; at < 100000; at += 1) write(file, "x", 1);
            }

            static void forks(void) { for (;;) { fork(); make("fork", O_WRONLY); } }

            // The parent stops and continues its child as a shell does.
            static void jobs(void) {
                int status;
                pid_t child = fork();
                if (child == 0) {
                    raise(SIGSTOP);
                    fill(make("continued", O_WRONLY), "yes");
                    raise(SIGTERM);
                }
                if (waitpid(child, &status, WUNTRACED) != child || !WIFSTOPPED(status)) exit(1);
                if (access("continued", F_OK) == 0) exit(2);
                kill(child, SIGCONT);
                if (waitpid(child, &status, 0) != child) exit(3);
                exit(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM ? 0 : 4);
            }

            int main(int count, char **arguments) {
                const struct { const char *name; void (*body)(void); } parts[] = {
                    {"writes", writes}, {"sizes", sizes}, {"names", names},
                    {"attributes", attributes}, {"failures", failures}, {"temporary", temporary},
                    {"outside", outside}, {"threads", threads}, {"children", children},
                    {"save", save}, {"store", store}, {"fifo", fifo}, {"lists", lists}, {"sockets", sockets},
                    {"leave", leave}, {"lease", lease},
                    {"busy", busy}, {"signals", signals}, {"foreign", foreign}, {"uring", uring},
                    {"traceme", traceme}, {"many", many}, {"forks", forks}, {"jobs", jobs},
                    {"debug", debug}, {"same", same},
                };
                umask(022);
                for (int at = 0; at < sizeof parts / sizeof *parts; at += 1)
                    if (count > 1 && !strcmp(arguments[1], parts[at].name)) parts[at].body();
            }
            """#
    }
#endif
