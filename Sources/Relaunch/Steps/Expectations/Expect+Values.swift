import RelaunchProtocol

extension Expect.Condition {
    /// A value in the target's state equals another.
    public static func value(_ path: String, equals value: JSON) -> Self {
        values(path, [value], text: "\(path.quoted), equals: \(value.text)")
    }

    /// A value in the target's state equals one of several.
    public static func value(_ path: String, isOneOf values: [JSON]) -> Self {
        let list = values.map(\.text).joined(separator: ", ")
        return Self.values(path, values, text: "\(path.quoted), isOneOf: \(list)")
    }

    static func value(
        _ path: String, isOneOf values: [any Encodable & Sendable], word: String
    ) -> Self {
        do {
            let values = try values.map { try JSON(encoding: $0) }
            let list = values.map(\.text).joined(separator: ", ")
            return Self.values(path, values, text: "\(path.quoted), \(word): \(list)")
        } catch {
            let problem = "the expected value cannot be encoded as JSON: \(error)"
            return Self("\(path.quoted), \(word): …", problem: problem) { _ in
                StepFailure(blame: .scenario, problem)
            }
        }
    }

    private static func values(_ path: String, _ values: [JSON], text: String) -> Self {
        Self(text, problem: problem(in: path), needs: [.state], needsRunning: true) { session in
            let state = try await session.state()
            let path = try parsed(path)
            let actual = path.value(in: state)?.withoutInstances
            if let actual, values.contains(actual) { return nil }
            let isOne = values.count == 1
            let difference =
                isOne ? actual.map { JSONDifference(expected: values[0], actual: $0) } : nil
            let isShort = (actual?.object ?? [:]).isEmpty && (actual?.array ?? []).isEmpty
            return StepFailure(
                "\(path.name) is \(isOne ? "not what was expected" : "none of what was expected")",
                expected: alternatives(values.map(\.text)),
                actual: actual.map { shortened($0.text, to: 2000) } ?? path.absence(in: state)
                    ?? "missing",
                difference: isShort ? nil : difference?.description)
        }
    }

    /// A closure answers true for a value, which is null where it is missing.
    public static func value(
        _ path: String, _ description: String,
        satisfies check: @escaping @Sendable (JSON) throws -> Bool
    ) -> Self {
        Self(
            "\(path.quoted), \(description.quoted)", problem: problem(in: path), needs: [.state],
            needsRunning: true
        ) { session in
            let state = try await session.state()
            let path = try parsed(path)
            let actual = path.value(in: state) ?? .null
            do {
                if try check(actual) { return nil }
            } catch {
                return StepFailure(
                    blame: .scenario, kind: .threw,
                    "the check of \(path.name) threw: \(error)", expected: description,
                    actual: shortened(actual.text, to: 2000))
            }
            return StepFailure(
                "\(path.name) is not what was expected", expected: description,
                actual: shortened(actual.text, to: 2000))
        }
    }

    /// A value equals the one that was kept under a name.
    public static func value(_ path: String, equalsRemembered name: String) -> Self {
        Self(
            "\(path.quoted), equalsRemembered: \(name.quoted)", problem: problem(in: path),
            needs: [.state], needsRunning: true
        ) { session in
            guard let expected = session.remembered[name] else {
                let names = session.remembered.keys.sorted().map { "'\($0)'" }
                let known = names.isEmpty ? "nothing" : names.joined(separator: ", ")
                return StepFailure(
                    blame: .scenario, kind: .missing,
                    """
                    nothing is remembered as '\(name)'; put a `Remember("\(name)", from: …)` before it \
                    (so far: \(known))
                    """)
            }
            return try await value(path, equals: expected).evaluate(session)
        }
    }

    /// There is no value at a path, or there is one.
    public static func value(_ path: String, isMissing: Bool) -> Self {
        let word = isMissing ? "isMissing" : "isPresent"
        return Self(
            "\(path.quoted), .\(word)", problem: problem(in: path), needs: [.state],
            needsRunning: true
        ) { session in
            let state = try await session.state()
            let path = try parsed(path)
            let actual = path.value(in: state)
            if (actual == nil) == isMissing { return nil }
            return StepFailure(
                "\(path.name) is \(isMissing ? "there" : "missing")",
                expected: isMissing ? "missing" : "any value",
                actual: actual?.text ?? path.absence(in: state) ?? "missing")
        }
    }

    /// Two paths show one instance, by what the target says of identity (`"$instance"`).
    static func sameInstance(_ path: String, _ other: String, isExpected: Bool) -> Self {
        let word = isExpected ? "isSameInstanceAs" : "isNotSameInstanceAs"
        return Self(
            "\(path.quoted), \(word): \(other.quoted)",
            problem: problem(in: path) ?? problem(in: other), needs: [.state],
            needsRunning: true
        ) { session in
            let state = try await session.state()
            let paths = try [parsed(path), parsed(other)]
            let instances = paths.map { $0.value(in: state)?["$instance"] }
            guard let first = instances[0], let second = instances[1] else {
                let index = instances[0] == nil ? 0 : 1
                return StepFailure(
                    "\(paths[index].name) shows no instance", expected: "a member \"$instance\"",
                    actual: paths[index].value(in: state)?.text ?? "missing")
            }
            if (first == second) == isExpected { return nil }
            return StepFailure(
                isExpected ? "the two paths show two instances" : "the two paths show one instance",
                expected: isExpected ? "one instance" : "two instances",
                actual: "\(path): \(first.text), \(other): \(second.text)")
        }
    }

    /// What is wrong with a path, where it is none.
    private static func problem(in path: String) -> String? {
        do { _ = try JSONPath(parsing: path) } catch { return "\(error)" }
        return nil
    }

    private static func parsed(_ path: String) throws -> JSONPath {
        do { return try JSONPath(parsing: path) } catch {
            throw StepFailure(blame: .scenario, "\(error)")
        }
    }
}

extension JSONPath {
    fileprivate var name: String { components.isEmpty ? "the state" : "'\(self)'" }
}
