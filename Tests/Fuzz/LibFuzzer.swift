#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// What `scripts/fuzz` links with libFuzzer. Two variables say what is wanted: `FUZZ_DECODER`, the
// decoder, and `FUZZ_SEEDS`, a directory to which inputs that are right are written first.

@_cdecl("LLVMFuzzerInitialize")
package func initializeFuzzer(
    _ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer
)
    -> CInt
{
    if let directory = variable("FUZZ_SEEDS") {
        for (number, seed) in chosen.seeds.enumerated() {
            guard let file = fopen("\(directory)/seed-\(number)", "w") else { continue }
            fwrite(seed, 1, seed.count, file)
            fclose(file)
        }
    }
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
package func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    chosen.decode(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

private let chosen: Decoder = {
    let name = variable("FUZZ_DECODER") ?? ""
    guard let decoder = Decoder(rawValue: name) else {
        let names = Decoder.allCases.map(\.rawValue).joined(separator: ", ")
        let text = "FUZZ_DECODER is '\(name)'; it has to be one of \(names)\n"
        write(STDERR_FILENO, text, text.utf8.count)
        exit(64)
    }
    return decoder
}()

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
