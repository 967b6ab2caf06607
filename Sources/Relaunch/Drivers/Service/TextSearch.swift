/// Looks for a text in what a process writes, block by block, however much it is.
struct TextSearch {
    private let text: [UInt8]
    /// The end of what each stream has written so far: the text may go on from there.
    private var ends: [CapturedOutput.Stream: [UInt8]] = [:]
    /// Whether it has come, as a whole, on one of the streams.
    private(set) var isFound = false

    init(for text: String) { self.text = Array(text.utf8) }

    /// Takes in what has come next on a stream.
    mutating func take(_ bytes: ArraySlice<UInt8>, from stream: CapturedOutput.Stream) {
        guard !isFound, let first = text.first else { return }
        let block = ends[stream, default: []] + bytes
        var rest = block[...]
        while let start = rest.firstIndex(of: first) {
            rest = rest[start...]
            if rest.starts(with: text) {
                isFound = true
                return
            }
            rest.removeFirst()
        }
        ends[stream] = Array(block.suffix(text.count - 1))
    }
}
