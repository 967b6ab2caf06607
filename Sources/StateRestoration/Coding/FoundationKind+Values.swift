import Foundation

extension FoundationKind {
    /// Points, sizes, rectangles and ranges as objects. Foundation's own coding of them needs a coder for
    /// pointers.
    static let geometry = of(NSValue.self, "NSValue") { value -> [Any]? in
        switch String(cString: value.objCType) {
        case "{CGPoint=dd}": ["point", value.pointValue.x, value.pointValue.y]
        case "{CGSize=dd}": ["size", value.sizeValue.width, value.sizeValue.height]
        case "{CGRect={CGPoint=dd}{CGSize=dd}}":
            [
                "rect", value.rectValue.minX, value.rectValue.minY, value.rectValue.width,
                value.rectValue.height,
            ]
        case "{_NSRange=QQ}": ["range", value.rangeValue.location, value.rangeValue.length]
        default: nil
        }
    } from: { (parts: [Any]) -> NSValue? in
        let numbers = parts.dropFirst().compactMap { ($0 as? NSNumber)?.doubleValue }
        switch (parts.first as? String, numbers.count) {
        case ("point", 2): return NSValue(point: NSPoint(x: numbers[0], y: numbers[1]))
        case ("size", 2): return NSValue(size: NSSize(width: numbers[0], height: numbers[1]))
        case ("rect", 4):
            return NSValue(
                rect: NSRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        case ("range", 2):
            // As integers: a place that is not found is beyond what a Double can tell apart.
            let ends = parts.dropFirst().compactMap { $0 as? Int }
            guard ends.count == 2 else { return nil }
            return NSValue(range: NSRange(location: ends[0], length: ends[1]))
        default: return nil
        }
    }

    /// Errors. Foundation's own coding has room for 32 bits of the code.
    static let error = of(NSError.self, "NSError") { error -> [Any]? in
        // A class of the app's own keeps what it encodes.
        guard Swift.type(of: error) == NSError.self else { return nil }
        return [error.domain, error.code, error.userInfo]
    } from: { (parts: [Any]) -> NSError? in
        guard parts.count == 3, let domain = parts[0] as? String, let code = parts[1] as? Int else {
            return nil
        }
        return NSError(domain: domain, code: code, userInfo: parts[2] as? [String: Any] ?? [:])
    }
}
