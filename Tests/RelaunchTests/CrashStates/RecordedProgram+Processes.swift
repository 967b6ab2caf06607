#if os(Linux)
    extension RecordedProgram {
        /// What several threads and processes do at once, and what signals and tracers do to them.
        static let processes = #"""
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

            // Says so, without a call that changes a file.
            static void store_and_tell(void) {
                int file = make("mapped", O_RDWR);
                ftruncate(file, 4096);
                char *memory = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
                strcpy(memory + 100, "stored");
                fill(1, "told");
            }

            static void partial_msync(void) {
                int file = make("mapped", O_RDWR);
                ftruncate(file, 20000);
                char *memory = mmap(0, 12288, PROT_READ | PROT_WRITE, MAP_SHARED, file, 4096);
                strcpy(memory + 100, "not synced");
                strcpy(memory + 4200, "synced");
                msync(memory + 4096, 100, MS_SYNC);
                msync(memory, 12288, MS_ASYNC);
            }

            // On a file system without direct access, as any other write.
            static void direct_and_no_append(void) {
                char *block = aligned_alloc(4096, 4096);
                memset(block, 'd', 4096);
                int file = open("direct", O_CREAT | O_RDWR | O_DIRECT, 0644);
                if (file < 0) file = make("direct", O_RDWR);
                if (pwrite(file, block, 4096, 0) != 4096) exit(1);
                file = open("log", O_CREAT | O_WRONLY | O_APPEND, 0644);
                if (write(file, "old", 3) != 3) exit(2);
                struct iovec part = {"fix", 1};
                // RWF_NOAPPEND, since Linux 6.9.
                if (pwritev2(file, &part, 1, 2, 0x20) != 1) exit(3);
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

            """#
    }
#endif
