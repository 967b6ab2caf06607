import Foundation
import RestorationArchive
import Testing

@testable import StateRestoration

/// The rules S7 to S9.
@MainActor
struct CoderTests {
    private final class Seen {
        var issues: [String] = []
    }
    private let seen = Seen()

    /// What decodes the values that a block has encoded, by way of bytes.
    private func roundTrip(_ encode: (RestorationCoder) throws -> Void) rethrows -> RestorationCoder
    {
        let context = CoderContext()
        let seen = seen
        context.report = { text, _ in seen.issues.append(text) }
        let encoder = RestorationCoder(encodingFor: "test", context: context)
        try encode(encoder)
        var archive = StateArchive()
        archive.application = encoder.state
        guard let copy = try? StateArchive(file: archive.file) else {
            Issue.record("the archive cannot be read")
            return encoder
        }
        #expect(copy == archive)
        return RestorationCoder(decoding: copy.application, for: "test", context: context)
    }

    @Test("S7: plain numbers come back")
    func numbers() {
        let coder = roundTrip {
            $0.encode(true, forKey: "bool")
            $0.encode(-7, forKey: "int")
            $0.encode(Int32(8), forKey: "int32")
            $0.encode(Int64.max, forKey: "int64")
            $0.encode(Float(1.5), forKey: "float")
            $0.encode(-0.25, forKey: "double")
        }
        #expect(coder.decodeBool(forKey: "bool"))
        #expect(coder.decodeInteger(forKey: "int") == -7)
        #expect(coder.decodeInt32(forKey: "int32") == 8)
        #expect(coder.decodeInt64(forKey: "int64") == .max)
        #expect(coder.decodeFloat(forKey: "float") == 1.5)
        #expect(coder.decodeDouble(forKey: "double") == -0.25)
        #expect(seen.issues.isEmpty)
    }

    @Test("S7: objects of Foundation and collections of them come back")
    func objects() {
        let (date, uuid) = (Date(timeIntervalSinceReferenceDate: 1.5), UUID())
        let coder = roundTrip {
            $0.encode("text", forKey: "string")
            $0.encode(Data([1, 2]), forKey: "data")
            $0.encode(date, forKey: "date")
            $0.encode(URL(string: "https://example.org/a"), forKey: "url")
            $0.encode(uuid, forKey: "uuid")
            $0.encode(IndexPath(row: 3, section: 1), forKey: "path")
            $0.encode(["a": 1, "b": 2], forKey: "dictionary")
            $0.encode(["x", "y"], forKey: "array")
            $0.encode(Set(["s"]), forKey: "set")
            $0.encode(5 as NSNumber, forKey: "number")
            $0.encode(nil as String?, forKey: "nil")
        }
        #expect(coder.decodeObject(forKey: "string") as? String == "text")
        #expect(coder.decodeObject(of: NSString.self, forKey: "string") == "text")
        #expect(coder.decodeObject(forKey: "data") as? Data == Data([1, 2]))
        #expect(coder.decodeObject(forKey: "date") as? Date == date)
        #expect(coder.decodeObject(forKey: "url") as? URL == URL(string: "https://example.org/a"))
        #expect(coder.decodeObject(forKey: "uuid") as? UUID == uuid)
        #expect(coder.decodeObject(forKey: "path") as? IndexPath == IndexPath(row: 3, section: 1))
        #expect(coder.decodeObject(forKey: "dictionary") as? [String: Int] == ["a": 1, "b": 2])
        #expect(coder.decodeObject(forKey: "array") as? [String] == ["x", "y"])
        #expect(coder.decodeObject(forKey: "set") as? Set<String> == ["s"])
        #expect(coder.decodeObject(forKey: "number") as? Int == 5)
        #expect(coder.decodeObject(forKey: "nil") == nil)
        #expect(coder.containsValue(forKey: "nil"))
        #expect(!coder.containsValue(forKey: "missing"))
    }

    @Test("S7: geometry comes back")
    func geometry() {
        let coder = roundTrip {
            $0.encode(CGPoint(x: 1, y: 2.5), forKey: "point")
            $0.encode(CGSize(width: 3, height: 4), forKey: "size")
            $0.encode(CGRect(x: 1, y: 2, width: 3, height: 4), forKey: "rect")
            $0.encode(UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4), forKey: "insets")
        }
        #expect(coder.decodeCGPoint(forKey: "point") == CGPoint(x: 1, y: 2.5))
        #expect(coder.decodeCGSize(forKey: "size") == CGSize(width: 3, height: 4))
        #expect(coder.decodeCGRect(forKey: "rect") == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(
            coder.decodeUIEdgeInsets(forKey: "insets")
                == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    }

    enum Filter: Codable, Equatable {
        case all
        case tagged(String)
    }

    @Test("S7: Codable and NSCoding values come back")
    func codable() throws {
        let coder = try roundTrip {
            try $0.encodeEncodable(Filter.tagged("home"), forKey: "filter")
            $0.encode(Box("inner"), forKey: "box")
        }
        #expect(coder.decodeDecodable(Filter.self, forKey: "filter") == .tagged("home"))
        #expect((coder.decodeObject(forKey: "box") as? Box)?.text == "inner")
    }

    @Test("R16: a Codable value that can no longer be decoded is nil, and an issue")
    func renamedCase() throws {
        enum Older: String, Codable { case favourites }
        let coder = try roundTrip { try $0.encodeEncodable(Older.favourites, forKey: "filter") }
        #expect(coder.decodeDecodable(Filter.self, forKey: "filter") == nil)
        #expect(seen.issues.count == 1)
    }

    @Test("S7: numbers of other sizes convert without an issue")
    func sizes() {
        let coder = roundTrip {
            $0.encode(7, forKey: "int")
            $0.encode(1.5, forKey: "double")
        }
        #expect(coder.decodeInt32(forKey: "int") == 7)
        #expect(coder.decodeInt64(forKey: "int") == 7)
        #expect(coder.decodeFloat(forKey: "double") == 1.5)
        #expect(seen.issues.isEmpty)
    }

    @Test("S7: a silent mismatch is an issue that names key, stored type and asked type")
    func silentMismatches() {
        let coder = roundTrip {
            $0.encode(7, forKey: "count")
        }
        #expect(coder.decodeObject(forKey: "count") == nil)
        #expect(
            seen.issues == ["test: \"count\" was encoded as Int and is decoded as an object"])
    }

    @Test("S7: a number that does not fit, is of the other kind, or is none, is an exception")
    func exceptions() {
        func isException<Value>(_ conversion: NumberConversion<Value>) -> Bool {
            if case .exception = conversion { true } else { false }
        }
        #expect(isException(StateValue.int(1).asBool()))
        #expect(isException(StateValue.bool(true).asInteger(Int.self)))
        #expect(isException(StateValue.int(1 << 40).asInteger(Int32.self)))
        #expect(isException(StateValue.boxed(.int(1)).asInteger(Int.self)))
        #expect(isException(StateValue.string("1").asDouble()))
        #expect(isException(StateValue.double(1e300).asFloat()))
        #expect(isException(StateValue.double(5).asInteger(Int.self)))
        #expect(isException(StateValue.int(5).asDouble()))
        #expect(isException(StateValue.int32(5).asFloat()))
    }

    @Test("S7: decoding a Bool from an Int kills the app")
    func deathByMismatch() async {
        await #expect(processExitsWith: .failure) {
            let coder = RestorationCoder(
                decoding: KeyedValues(values: ["flag": .int(1)]), for: "test",
                context: CoderContext())
            _ = coder.decodeBool(forKey: "flag")
        }
    }

    @Test("S8: within one coder an object is one instance, in two coders it is two")
    func plainObjects() {
        let box = Box("shared")
        let coder = roundTrip {
            $0.encode(box, forKey: "a")
            $0.encode(box, forKey: "b")
        }
        #expect(
            coder.decodeObject(forKey: "a") as? Box === coder.decodeObject(forKey: "b") as? Box)

        var decoded: [Box?] = []
        let device = SimulatedDevice()
        func delegate() -> TestDelegate {
            TestDelegate {
                let child = TextController("child")
                $0.root.addChild(child)
                for controller in [$0.root, child] {
                    controller.onEncode = { $0.encode(box, forKey: "box") }
                    controller.onDecode = { decoded.append($0.decodeObject(forKey: "box") as? Box) }
                }
            }
        }
        device.save(delegate)
        device.launch(delegate)
        #expect(decoded.map { $0?.text } == ["shared", "shared"])
        #expect(decoded.first! !== decoded.last!)
    }

    @Test("S8: controllers, views and registered objects decode to the one instance")
    func references() {
        let device = SimulatedDevice()
        var counter = Counter()
        var decoded: [AnyObject?] = []
        func delegate() -> TestDelegate {
            TestDelegate { delegate in
                counter = Counter()
                let view = UIScrollView(frame: .zero)
                view.restorationIdentifier = "view"
                delegate.root.onLoad = { $0.view.addSubview(view) }
                delegate.onWillFinish = { _ in
                    UIApplication.registerObject(
                        forStateRestoration: counter, restorationIdentifier: "counter")
                }
                delegate.root.onEncode = {
                    $0.encode(counter, forKey: "counter")
                    $0.encode(delegate.navigation, forKey: "navigation")
                    $0.encode(view, forKey: "view")
                }
                delegate.root.onDecode = { coder in
                    decoded = [
                        coder.decodeObject(of: Counter.self, forKey: "counter"),
                        coder.decodeObject(of: UINavigationController.self, forKey: "navigation"),
                        coder.decodeObject(of: UIScrollView.self, forKey: "view"),
                        view,
                    ]
                }
            }
        }
        device.save(delegate)
        let run = device.launch(delegate)
        #expect(decoded.count == 4)
        #expect(decoded[0] === counter)
        #expect(decoded[1] === run.delegate.navigation)
        #expect(decoded[2] === decoded[3])
    }

    @Test("S9, R9: every coder carries where the state comes from")
    func origin() {
        let device = SimulatedDevice()
        device.save()
        device.version = "2"
        var version: String?
        var idiom: Int?
        var date: Date?
        device.launch {
            TestDelegate {
                $0.onShouldRestore = { coder in
                    version =
                        coder.decodeObject(forKey: UIApplication.stateRestorationBundleVersionKey)
                        as? String
                    let idiomKey = UIApplication.stateRestorationUserInterfaceIdiomKey
                    idiom = coder.decodeObject(forKey: idiomKey) as? Int
                    let dateKey = UIApplication.stateRestorationTimestampKey
                    date = coder.decodeObject(forKey: dateKey) as? Date
                }
            }
        }
        #expect(version == "1")
        #expect(idiom == UIUserInterfaceIdiom.phone.rawValue)
        #expect(date != nil)
    }
}

/// A plain object that can be encoded.
final class Box: NSCoding {
    let text: String
    init(_ text: String) { self.text = text }
    func encode(with coder: NSCoder) { coder.encode(text, forKey: "text") }
    init?(coder: NSCoder) { text = coder.decodeObject(forKey: "text") as? String ?? "" }
}
