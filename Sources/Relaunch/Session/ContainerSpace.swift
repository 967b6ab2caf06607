#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The room on the file system where containers are made. Where it runs out, targets fail without any
/// fault of theirs.
struct ContainerSpace: Sendable, Equatable {
    /// Where containers are made.
    var place: String
    /// In bytes.
    var free: UInt64
    var total: UInt64
    /// How many files can be made; nil where there is no limit.
    var freeFiles: UInt64?

    /// Below this, a run says so before it starts.
    private static let small: UInt64 = 128 << 20
    private static let fewFiles: UInt64 = 1000
    /// What a write may leave free that did not fit: a part of the whole, within these bounds.
    private static let nothing: ClosedRange<UInt64> = (64 << 10)...(8 << 20)
    private static let noFiles: UInt64 = 16

    init(place: String, free: UInt64, total: UInt64, freeFiles: UInt64? = nil) {
        self.place = place
        self.free = free
        self.total = total
        self.freeFiles = freeFiles
    }

    /// Looks at the file system of a place, which may still have to be made. Nil where that tells nothing.
    init?(at place: String) {
        var status = statvfs()
        var path = place
        while statvfs(path, &status) != 0 {
            guard errno == ENOENT, let end = path.lastIndex(of: "/") else { return nil }
            path = end == path.startIndex ? "/" : String(path[..<end])
        }
        let unit = UInt64(status.f_frsize)
        guard status.f_blocks > 0 else { return nil }
        self.init(
            place: place, free: UInt64(status.f_bavail) * unit,
            total: UInt64(status.f_blocks) * unit,
            freeFiles: status.f_files > 0 ? UInt64(status.f_favail) : nil)
    }

    /// What is used up, for a person; nil where there is room.
    var exhaustion: String? {
        let least = min(max(total / 32, Self.nothing.lowerBound), Self.nothing.upperBound)
        if free < least {
            return "less than \(least.sizeText) of the \(total.sizeText) at \(place) are free"
        }
        if let freeFiles, freeFiles < Self.noFiles {
            return "fewer than \(Self.noFiles) more files can be made at \(place)"
        }
        return nil
    }

    /// What a person should know before a run; nil where there is room enough.
    var warning: String? {
        let scarce: String
        if free < Self.small {
            scarce = "only \(free.sizeText) are free at \(place), where containers are made"
        } else if let freeFiles, freeFiles < Self.fewFiles {
            scarce =
                "only \(freeFiles) more files can be made at \(place), where containers are made"
        } else {
            return nil
        }
        let advice = "\(RunDirectory.variable) names another place"
        return "\(scarce); targets that need more will fail. \(advice)"
    }
}

extension UInt64 {
    /// Such as `64 MiB`, rounded down.
    fileprivate var sizeText: String {
        self >= 1 << 30
            ? "\(self >> 30) GiB" : self >= 1 << 20 ? "\(self >> 20) MiB" : "\(self >> 10) KiB"
    }
}

extension Failure {
    /// The failure as the machine's, where the file system of the containers is full: then nothing can
    /// be said of the target.
    func blamingFullDisk(of directory: RunDirectory, container: Container) -> Failure {
        guard let exhaustion = ContainerSpace(at: directory.place)?.exhaustion else { return self }
        var failure = self
        failure.blame = .harness
        failure.kind = .unavailable
        if directory.isOnRealDisk {
            failure.message = """
                the real disk is full: \(exhaustion), and the container of this case holds \
                \(container.bytesOnDisk.sizeText), so nothing can be judged. It is made for four times \
                what the swept steps leave or remove where there is room; sweep steps that write less. \
                What failed: \(message)
                """
            return failure
        }
        failure.message = """
            the file system of the containers is full: \(exhaustion), and the container of this case \
            holds \(container.bytesOnDisk.sizeText), so nothing can be judged. Free space there, run fewer jobs at \
            once (--jobs), or name a larger place by \(RunDirectory.variable). What failed: \(message)
            """
        return failure
    }
}

extension Container {
    /// What its files take on the disk, in bytes.
    fileprivate var bytesOnDisk: UInt64 {
        paths.reduce(0) { sum, path in
            var status = stat()
            return lstat(self.path(path), &status) == 0 ? sum + UInt64(status.st_blocks) * 512 : sum
        }
    }
}
