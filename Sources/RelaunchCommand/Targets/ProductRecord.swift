import CrashStates

/// What is remembered of a product, so that nothing is started while nothing has changed.
struct ProductRecord {
    enum Answer {
        case fresh
        case stale
        /// The package has no such product, and has not changed since that was found out.
        case unknown
    }

    let package: EnclosingPackage
    let product: String
    let state: StateDirectory

    private var path: String {
        var key = ContentKey()
        for part in [package.products, product] { key.add(part) }
        return state.builds + "/" + key.text
    }

    func answer() -> Answer {
        let inputs = package.inputs()
        let record = (try? readFile(path)).map { String(decoding: $0, as: UTF8.self) }
        if record == text(inputs, isProduct: false) { return .unknown }
        guard let built = FileStamp(package.executable(product)) else { return .stale }
        if record == text(inputs, isProduct: true) { return .fresh }
        // Without a record, as a build tool sees it: newer than everything that it is made from.
        return inputs.values.allSatisfy { $0.isDirectory || $0.modified <= built.modified }
            ? .fresh : .stale
    }

    /// Remembers that the product was built, or that the package does not have it.
    func write(isProduct: Bool) {
        guard (try? state.prepare(state.builds)) != nil else { return }
        try? writeFile(text(package.inputs(), isProduct: isProduct), to: path)
    }

    private func text(_ inputs: [String: FileStamp], isProduct: Bool) -> String {
        var key = ContentKey()
        for (path, stamp) in inputs.sorted(by: { $0.key < $1.key }) {
            key.add(path)
            key.add(stamp.text)
        }
        if isProduct {
            key.add(FileStamp(package.executable(product))?.text ?? "")
        }
        return (isProduct ? "built " : "unknown ") + key.text
    }
}
