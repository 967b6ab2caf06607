#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes the events as JSON Lines, each line as its event comes.
///
/// A file grows at its name with `.partial` after it, where it can be followed, and gets its name when
/// the run has finished. `-` is standard output; the run goes on if its reader goes away.
public final class EventFileReporter: Reporter {
    private var output: OutputDescriptor
    private let file: ReportFile?

    /// - Parameter path: The file, or `-` for standard output.
    /// - Throws: `ReportFileError` where the file cannot be written, or another run is writing it.
    public init(path: String) throws {
        if path == "-" {
            file = nil
            output = OutputDescriptor(STDOUT_FILENO)
        } else {
            let file = try ReportFile(path)
            self.file = file
            output = OutputDescriptor(try file.openPartial())
        }
    }

    /// For tests: writes to a descriptor that the caller closes.
    init(descriptor: CInt) {
        file = nil
        output = OutputDescriptor(descriptor)
    }

    deinit {
        if file != nil { close(output.descriptor) }
    }

    public func receive(_ event: Event) throws {
        do {
            try output.write(try EventStream.line(for: event) + "\n")
        } catch {
            throw ReportFileError(file?.name ?? "-", "\(error)")
        }
        if case .runFinished = event.kind { try file?.finish() }
    }
}
