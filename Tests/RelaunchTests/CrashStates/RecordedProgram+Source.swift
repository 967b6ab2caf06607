#if os(Linux)
    extension RecordedProgram {
        /// What the program does: each argument names one of its functions.
        static let source = files + processes + main

        /// What one process can do with files.
        private static let files = #"""
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
                struct timespec times[2] = {{1, 2}, {1000000000, 3}};
                futimens(file, times);
                utimensat(AT_FDCWD, "attributes", 0, 0);
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

            """#

        private static let main = #"""
            int main(int count, char **arguments) {
                const struct { const char *name; void (*body)(void); } parts[] = {
                    {"writes", writes}, {"sizes", sizes}, {"names", names},
                    {"attributes", attributes}, {"failures", failures}, {"temporary", temporary},
                    {"outside", outside}, {"threads", threads}, {"children", children},
                    {"save", save}, {"store", store}, {"store-and-tell", store_and_tell}, {"partial-msync", partial_msync},
                    {"direct-and-no-append", direct_and_no_append}, {"fifo", fifo}, {"lists", lists}, {"sockets", sockets},
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
