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

/// The entry point of a compiled `Relaunch.swift`.
///
/// `relaunch` generates the few lines that call it; nobody else needs to.
public enum SettingsHost {
    /// Writes the settings into the file that the command line names.
    public static func main(_ settings: Settings) {
        guard CommandLine.arguments.count == 2 else { exit(ExitCode.usage.rawValue) }
        do {
            let file = URL(filePath: CommandLine.arguments[1])
            try coder.encoder.encode(settings).write(to: file)
        } catch {
            exit(ExitCode.errored.rawValue)
        }
    }

    /// Reads what ``main(_:)`` has written.
    package static func settings(from bytes: [UInt8]) throws -> Settings {
        try coder.decoder.decode(Settings.self, from: Data(bytes))
    }

    /// A number that JSON does not have is still to be refused by its name.
    private static var coder: (encoder: JSONEncoder, decoder: JSONDecoder) {
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return (encoder, decoder)
    }
}
