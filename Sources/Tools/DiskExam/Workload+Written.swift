/// The workloads that are written by hand: each about one thing that programs do to their files.
extension Workload {
    /// All of them, in their order.
    static let written = lines.split(separator: "\n").map { Workload(line: $0) }

    /// A line each: the name, what is there before, and the calls.
    private static let lines = """
        create-write-rename | | creat t; write t 0 5000 A; rename t f
        write-fsync-rename | | creat t; write t 0 5000 A; fsync t; rename t f
        replace-nofsync | creat f; write f 0 3000 o | creat t; write t 0 5000 A; rename t f
        replace-fsync | creat f; write f 0 3000 o | creat t; write t 0 5000 A; fsync t; \
        rename t f; fsyncdir .
        append | creat f; write f 0 3000 o | append f 100 A; append f 2000 B; append f 5000 C
        append-fdatasync | creat f; write f 0 3000 o | append f 100 A; fdatasync f; append f 9000 B
        overwrite | creat f; write f 0 12288 o | write f 0 4096 A; write f 8192 100 B; \
        write f 4000 200 C
        overwrite-fsync | creat f; write f 0 12288 o; creat g; \
        write g 0 100 g | write f 0 4096 A; fsync g; write g 0 100 B; fsync g; \
        write f 8192 4096 C
        two-files-rename | creat f; write f 0 100 o; creat g; write g 0 100 p | creat t; \
        write t 0 100 A; creat u; write u 0 100 B; rename t f; rename u g
        link-unlink | creat f; write f 0 100 o | creat t; write t 0 100 A; link t g; unlink f; \
        link t f; unlink t
        rename-logged | mkdir d; mkdir e; creat e/f; write e/f 0 3 o | creat d/o; write d/o 0 5 B; \
        fsync d/o; link d/o d/p; unlink d/o; creat e/t; write e/t 0 5 A; fsync e/t; \
        rename e/t e/f; creat z
        dir-rename | mkdir d; creat d/a; write d/a 0 100 o | creat d/b; write d/b 0 100 A; \
        rename d e; creat e/c; mkdir d; creat d/z; fsync d/z
        trunc-write | creat f; write f 0 5000 o | trunc f; write f 0 3000 A; close f
        trunc-write-fsync | creat f; write f 0 5000 o | trunc f; write f 0 3000 A; fsync f
        fsync-dir | | mkdir d; creat d/a; write d/a 0 100 A; fsyncdir d; creat d/b; fsync d/a; \
        creat d/c
        mkdir-chain | | mkdir a; mkdir a/b; mkdir a/b/c; creat a/b/c/f; write a/b/c/f 0 10 A; \
        fsync a/b/c/f; creat a/x
        fsync-other | | creat a; write a 0 100 A; creat b; write b 0 100 B; fsync b; creat c
        ftruncate-grow-shrink | creat f; write f 0 9000 o | ftruncate f 100; append f 200 A; \
        ftruncate f 9000; write f 5000 10 B
        sparse-write | | creat f; write f 20000 100 A; write f 0 100 B; fdatasync f; \
        write f 10000 100 C
        log-append-rotate | creat log; write log 0 100 o | append log 50 A; fdatasync log; \
        rename log log.1; creat log; write log 0 10 B; fsync log
        chmod-rename | creat f; write f 0 100 o | creat t; write t 0 100 A; chmod t 600; fsync t; \
        rename t f; chmod f 644
        xattr | creat f; write f 0 100 o | setxattr f user.a 1; write f 0 100 A; \
        setxattr f user.a 22; fsync f; setxattr f user.b 3
        unlink-recreate | creat f; write f 0 100 o | unlink f; creat f; write f 0 50 A; fsync f
        exchange | creat f; write f 0 100 o; creat g; write g 0 100 p | write f 0 100 A; \
        exchange f g; fsync f
        symlink-swap | mkdir v1; symlink v1 cur | mkdir v2; creat v2/a; write v2/a 0 100 A; \
        symlink v2 tmp; rename tmp cur
        falloc | | creat f; falloc f 0 0 8192; write f 0 4096 A; fdatasync f; write f 4096 4096 B
        falloc-keep | | creat f; falloc f 1 0 65536; append f 4096 A; fdatasync f; append f 100 B
        hole | creat f; write f 0 16384 o | falloc f 3 5000 9000; write f 9000 100 A
        zero-range | creat f; write f 0 12288 o | falloc f 16 1000 6000; write f 2000 100 A; \
        fdatasync f; falloc f 16 0 12288
        zero-append | creat f; write f 0 16384 o | falloc f 16 5000 9000; append f 100 A
        reserved-log | creat l; falloc l 0 0 32768 | write l 0 100 A; fdatasync l; \
        write l 100 5000 B; fdatasync l; write l 5100 2000 C
        punch | creat f; write f 0 16384 o | falloc f 3 4096 4096; write f 4096 100 A; \
        falloc f 16 8192 4096; write f 12288 4096 C
        collapse | creat f; write f 0 16384 o; write f 4096 4096 p | falloc f 8 4096 4096; \
        write f 0 4096 A; append f 100 B
        osync | | osync f; write f 0 100 A; append f 5000 B
        dsync | creat f; write f 0 8192 o | dsync f; write f 0 100 A; append f 5000 B; \
        write f 100 4096 C
        direct | creat f; write f 0 8192 o | direct f; write f 0 4096 A; write f 4096 4096 B; \
        write f 8192 4096 C; fdatasync f
        sync-file-range | creat f; write f 0 8192 o | write f 0 4096 A; syncrange f; \
        append f 4096 B; syncrange f; creat g
        tmpfile | | tmpfile . t; write t 0 100 A; linkfd t f; fsync t
        mmap | creat f; write f 0 12288 o | mmap f 0 100 A; mmap f 4096 4096 B sync; \
        mmap f 8192 10 C; fsync f
        copy-range | creat f; write f 0 9000 o | creat g; copy f g; rename g h
        syncfs | creat f; write f 0 100 o | creat g; write g 0 100 A; sync; write f 0 100 B; creat h
        rename-over-fsync-old | creat f; write f 0 100 o; creat g; \
        write g 0 100 p | write g 0 100 A; rename g f; fsync f; creat x
        hardlink-fsync | creat f; write f 0 100 o; mkdir d | link f d/g; write f 0 50 A; fsync f; \
        unlink f
        rmdir-replace | mkdir d; creat d/a | unlink d/a; rmdir d; creat d; write d 0 10 A; fsync d
        rename-back | mkdir d; creat d/a; write d/a 0 10 o; creat b | rename d/a d/b; creat d/a; \
        fsync d/a; rename b d/c; fsyncdir d
        truncate-then-overwrite | creat f; write f 0 16384 o | ftruncate f 8192; write f 0 4096 A
        truncate-partial | creat f; write f 0 8192 o | ftruncate f 5000
        truncate-same | creat f; write f 0 500 o | append f 5000 A; ftruncate f 5500; append f 10 B
        reserve-same | creat f; write f 0 500 o | append f 5000 A; falloc f 0 4096 1000; append f 10 B
        zero-pending | creat f; write f 0 500 o | append f 9000 A; falloc f 17 4096 8192; append f 10 B
        truncate-partial-fsync | creat f; write f 0 8192 o; creat g | ftruncate f 5000; fsync f; \
        append f 1000 A; creat x
        wal-header-reset | creat w; write w 0 12288 o | write w 0 100 A; ftruncate w 4096; \
        write w 0 100 B; fdatasync w
        log-append-small | creat l; write l 0 100 o | append l 50 A; append l 50 B; append l 50 C
        log-append-fsync | creat l; write l 0 100 o | append l 50 A; fdatasync l; append l 50 B; \
        fdatasync l
        big-file-replace | creat f; write f 0 100 o | creat t; write t 0 20000 A; rename t f
        rename-fsync-dir | mkdir d; creat b; write b 0 10 b | rename b d/c; fsyncdir d; creat x
        rename-fsync-file | mkdir d; creat b; write b 0 10 b | rename b d/c; fsync d/c; creat x
        rename-fsync-olddir | mkdir d; mkdir e; creat d/b; write d/b 0 10 b | rename d/b e/c; \
        fsyncdir d; creat x
        replace-rename-fsyncdir | creat f; write f 0 10 o; creat g; write g 0 10 p | creat t; \
        write t 0 10 A; fsync t; rename t f; unlink g; fsyncdir .
        link-fsync | creat f; write f 0 10 o | link f g; fsync f; unlink f; fsyncdir .
        unlink-fsyncdir | creat f; write f 0 10 o; creat g | unlink f; append g 10 A; fsync g; \
        fsyncdir .
        dirmove-fsync | mkdir d; mkdir d/e; creat d/e/a; write d/e/a 0 10 o; \
        mkdir x | rename d/e x/e; append x/e/a 10 A; fsync x/e/a; creat y
        removed-again | creat f; write f 0 100 o; creat g; write g 0 100 p | unlink f; creat f; \
        append f 50 A; fsync f; rename g f
        moved-again | creat f; write f 0 100 o; creat g; write g 0 100 p | rename g f; creat g; \
        append g 50 A; fsync g; rename g f; fsync f
        second-save | creat f; write f 0 100 o | creat t; append t 50 A; fsync t; rename t f; fsync f; \
        creat t; append t 9 B; rename t f
        taken-name | creat f; write f 0 100 o; creat g; write g 0 100 p | link f k; rename g f; \
        append k 9 A; fsync k
        name-between | creat f; write f 0 100 o | creat t; append t 50 A; rename t f; rename f k; \
        creat f; append f 10 B; fsync f
        hole-in-append | creat f; write f 0 3000 o | append f 6000 A; falloc f 3 4096 1000; append f 50 B
        zero-in-append | creat f; write f 0 3000 o | append f 9000 A; falloc f 16 5000 9000; chmod f 600
        zero-in-hole | creat f; write f 0 9000 o | write f 20000 100 A; falloc f 16 12288 4096; chmod f 600
        made-between-saves | creat f; append f 10 o | creat t; append t 20 A; fsync t; rename t f; \
        creat n; append n 30 B; creat t; append t 9 C; fsync t; rename t f
        mail-delivery | mkdir tmp; mkdir new; mkdir cur | creat tmp/1; append tmp/1 500 A; fsync tmp/1; \
        link tmp/1 new/1; unlink tmp/1; fsyncdir new; rename new/1 cur/1; creat tmp/1; append tmp/1 50 B; \
        fsync tmp/1; rename tmp/1 new/1
        folder-under-new | mkdir a; mkdir b; mkdir a/s; creat a/s/f | mkdir a/n; rename a/s a/n/s; \
        rename a/n b/n; creat b/n/s/g; fsync b/n/s/g
        folder-again | mkdir e; creat g | mkdir e/t; mkdir e/f; append g 3 A; rmdir e/t; fsync g; rename g e/t
        save-and-end | creat f; append f 10 q | rename f t; creat s; append s 20 A; fsync s; rename s t; \
        fsync t; unlink t
        save-beside-link | creat d; append d 200 o; creat f; append f 200 q | link f e; rename d g; rename e g; \
        creat s; append s 10 A; fsync s; rename s f
        links-and-save | mkdir e; creat e/g; append e/g 10 q | link e/g e/f; link e/f e/e; creat e/s; \
        rename e/s e/e; fsync e/e; creat e/s
        old-descriptor | mkdir d | creat t; append t 10 p; fsync t; link t f; creat s; append s 9 B; fsync s; \
        rename s t; fsync t
        read-folder | mkdir d; mkdir e; creat d/d; append d/d 200 p | creat f; append f 50 A; fsyncdir e; \
        creat e/g; append e/g 3000 B; rename e/g d/e; creat e/e; fsync d/d
        """
}
