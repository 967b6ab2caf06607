import Foundation
import RestorationArchive

/// How a stored number becomes the number that is asked for, as `NSKeyedUnarchiver` does it (S7).
///
/// Integers of every size are decoded as each other, and so are floating-point numbers. Between the two kinds
/// nothing is converted: Apple's documentation of `NSKeyedUnarchiver` and of its `decodingFailurePolicy` names
/// the exception.
enum NumberConversion<Value> {
    case value(Value)
    /// UIKit throws this exception, which kills the app.
    case exception(String, reason: String)
}

extension StateValue {
    func asBool() -> NumberConversion<Bool> {
        if case .bool(let value) = self { return .value(value) }
        return .exception(invalidUnarchive, reason: "is not a boolean")
    }

    /// Integers of every size, as far as the value fits.
    func asInteger<Value: FixedWidthInteger>(_ type: Value.Type) -> NumberConversion<Value> {
        switch self {
        case .int32(let value): exactly(Int64(value), type)
        case .int64(let value): exactly(value, type)
        case .int(let value): exactly(Int64(value), type)
        default: .exception(invalidUnarchive, reason: "is not an integer number")
        }
    }

    func asDouble() -> NumberConversion<Double> {
        switch self {
        case .float(let value): .value(Double(value))
        case .double(let value): .value(value)
        default: .exception(invalidUnarchive, reason: "is not a floating-point number")
        }
    }

    func asFloat() -> NumberConversion<Float> {
        switch asDouble() {
        case .value(let value):
            if value.isFinite && !Float(value).isFinite {
                .exception(range, reason: "does not fit into a Float")
            } else {
                .value(Float(value))
            }
        case .exception(let name, let reason): .exception(name, reason: reason)
        }
    }

    private func exactly<Value: FixedWidthInteger>(
        _ value: Int64, _ type: Value.Type
    ) -> NumberConversion<Value> {
        if let value = Value(exactly: value) { return .value(value) }
        return .exception(range, reason: "(\(value)) does not fit into \(type)")
    }
}

private let invalidUnarchive = "NSInvalidUnarchiveOperationException"
private let range = "NSRangeException"
