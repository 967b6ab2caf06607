#if canImport(UIKit)
    import UIKit
#else
    import StateRestoration
#endif

// MARK: Piece: a controller that is made in code, and is its own restoration class

class ScoreViewController: UIViewController, UIViewControllerRestoration {
    private let scoreLabel = UILabel()
    var score = 0 {
        didSet { scoreLabel.text = "\(score) points" }
    }

    init() {
        super.init(nibName: nil, bundle: nil)
        restorationIdentifier = String(describing: ScoreViewController.self)
        restorationClass = type(of: self)
    }

    required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) has not been implemented")
    }

    static func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        return ScoreViewController()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .white
        scoreLabel.translatesAutoresizingMaskIntoConstraints = false
        scoreLabel.font = UIFont.boldSystemFont(ofSize: 34)
        scoreLabel.textAlignment = .center
        view.addSubview(scoreLabel)
        NSLayoutConstraint.activate([
            scoreLabel.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            scoreLabel.topAnchor.constraint(
                equalTo: view.safeAreaLayoutGuide.topAnchor, constant: 20),
        ])
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(score, forKey: "score")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        score = coder.decodeInteger(forKey: "score")
        super.decodeRestorableState(with: coder)
    }
}

// MARK: Piece: a base class whose subclasses are named after themselves

class RestorableViewController: UIViewController, UIViewControllerRestoration {
    required override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
        super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
        restorationIdentifier = NSStringFromClass(type(of: self))
        restorationClass = type(of: self)
    }

    required init?(coder: NSCoder) {
        super.init(coder: coder)
    }

    class func viewController(
        withRestorationIdentifierPath identifierComponents: [String], coder: NSCoder
    ) -> UIViewController? {
        return self.init(nibName: nil, bundle: nil)
    }

    func restorableValues() -> [String: Any] { return [:] }
    func apply(_ values: [String: Any]) {}

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        coder.encode(restorableValues(), forKey: "values")
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        apply(coder.decodeObject(forKey: "values") as? [String: Any] ?? [:])
    }
}

final class ZoomViewController: RestorableViewController {
    var zoom = 1.0
    var layers: Set<String> = []

    override func restorableValues() -> [String: Any] {
        return ["zoom": zoom, "layers": Array(layers).sorted()]
    }

    override func apply(_ values: [String: Any]) {
        zoom = values["zoom"] as? Double ?? 1
        layers = Set(values["layers"] as? [String] ?? [])
    }
}

// MARK: Piece: a model object that adopts NSCoding

class Address: NSObject, NSCoding {
    let street: String
    let number: Int

    init(street: String, number: Int) {
        self.street = street
        self.number = number
    }

    required convenience init?(coder aDecoder: NSCoder) {
        guard let street = aDecoder.decodeObject(forKey: "street") as? String else { return nil }
        self.init(street: street, number: aDecoder.decodeInteger(forKey: "number"))
    }

    func encode(with aCoder: NSCoder) {
        aCoder.encode(street, forKey: "street")
        aCoder.encode(number, forKey: "number")
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? Address else { return false }
        return street == other.street && number == other.number
    }
}

class AddressViewController: UIViewController {
    private struct Keys {
        static let address = "AddressKey"
    }

    var address: Address?

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        if let address = address {
            coder.encode(address, forKey: Keys.address)
        }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        address = coder.decodeObject(forKey: Keys.address) as? Address
    }
}

// MARK: Piece: a mode that is an enum, by its raw value

class CanvasViewController: UIViewController {
    enum Tool: Int {
        case pen, marker, eraser
    }

    private enum RestorationKey: String {
        case tool
        case color
        case lastStroke
    }

    var tool = Tool.pen
    var strokeColor: UIColor = .black
    var lastStroke: CGPoint = .zero

    override func viewDidLoad() {
        super.viewDidLoad()
        view.layer.cornerRadius = 8
        view.layer.borderColor = UIColor.lightGray.cgColor
    }

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(tool.rawValue, forKey: RestorationKey.tool.rawValue)
        coder.encode(strokeColor, forKey: RestorationKey.color.rawValue)
        coder.encode(lastStroke, forKey: RestorationKey.lastStroke.rawValue)
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        defer { super.decodeRestorableState(with: coder) }
        guard
            let restored = Tool(
                rawValue: coder.decodeInteger(forKey: RestorationKey.tool.rawValue))
        else { return }
        tool = restored
        if let color = coder.decodeObject(
            of: UIColor.self, forKey: RestorationKey.color.rawValue)
        {
            strokeColor = color
        }
        lastStroke = coder.decodeCGPoint(forKey: RestorationKey.lastStroke.rawValue)
    }
}

// MARK: Piece: Foundation's values, with the class named for secure coding

class TripViewController: UIViewController {
    var departure: Date?
    var ticket: URL?
    var passenger: UUID?
    var remarks: [String] = []

    override func encodeRestorableState(with coder: NSCoder) {
        coder.encode(departure as NSDate?, forKey: "departure")
        coder.encode(ticket as NSURL?, forKey: "ticket")
        coder.encode(passenger?.uuidString, forKey: "passenger")
        coder.encode(remarks as NSArray, forKey: "remarks")
        super.encodeRestorableState(with: coder)
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        departure = coder.decodeObject(of: NSDate.self, forKey: "departure") as Date?
        ticket = coder.decodeObject(of: NSURL.self, forKey: "ticket") as URL?
        if let text = coder.decodeObject(of: NSString.self, forKey: "passenger") as String? {
            passenger = UUID(uuidString: text)
        }
        remarks =
            coder.decodeObject(
                of: [NSArray.self, NSString.self], forKey: "remarks") as? [String] ?? []
    }
}

// MARK: Piece: a Codable value as JSON, behind two small methods

struct Filter: Codable, Equatable {
    var years: ClosedRange<Int>
    var genres: [String]
    var onlyUnseen: Bool
}

class FilterViewController: UIViewController {
    var filter = Filter(years: 1990...2000, genres: [], onlyUnseen: false)

    override func encodeRestorableState(with coder: NSCoder) {
        super.encodeRestorableState(with: coder)
        if let data = try? JSONEncoder().encode(filter) {
            coder.encode(data, forKey: "filter")
        }
    }

    override func decodeRestorableState(with coder: NSCoder) {
        super.decodeRestorableState(with: coder)
        guard let data = coder.decodeObject(forKey: "filter") as? Data,
            let decoded = try? JSONDecoder().decode(Filter.self, from: data)
        else { return }
        filter = decoded
    }

    override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        title = filter.genres.joined(separator: ", ")
    }
}

#if !canImport(UIKit)
    import Testing

    @MainActor
    @Suite struct ViewControllerPieces {
        private func named<Controller: UIViewController>(_ controller: Controller) -> Controller {
            controller.restorationIdentifier = "piece"
            return controller
        }

        @Test("A controller made in code comes back on top of the stack")
        func score() throws {
            let navigation = try restored({ inNavigation(self.named(UIViewController())) }) {
                let score = ScoreViewController()
                score.score = 42
                $0.pushViewController(score, animated: true)
            }
            #expect((navigation.topViewController as? ScoreViewController)?.score == 42)
        }

        @Test("A subclass is made again by what its base class inherits to it")
        func zoom() throws {
            let navigation = try restored({ inNavigation(self.named(UIViewController())) }) {
                let map = ZoomViewController(nibName: nil, bundle: nil)
                map.zoom = 2.5
                map.layers = ["roads", "names"]
                $0.pushViewController(map, animated: false)
            }
            let map = navigation.topViewController as? ZoomViewController
            #expect(map?.zoom == 2.5)
            #expect(map?.layers == ["names", "roads"])
        }

        @Test("Objects, enums, colors, points and Foundation's values come back equal")
        func values() throws {
            let address = try restored({ self.named(AddressViewController()) }) {
                $0.address = Address(street: "Rue de la Paix", number: 5)
            }
            #expect(address.address == Address(street: "Rue de la Paix", number: 5))
            let canvas = try restored({ self.named(CanvasViewController()) }) {
                $0.tool = .eraser
                $0.strokeColor = UIColor.red.withAlphaComponent(0.5)
                $0.lastStroke = CGPoint(x: 3, y: 4.5)
            }
            #expect(canvas.tool == .eraser)
            #expect(canvas.strokeColor == UIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
            #expect(canvas.lastStroke == CGPoint(x: 3, y: 4.5))
        }

        @Test("Secure coding finds what was encoded, as the class that is asked for")
        func trip() throws {
            let passenger = UUID()
            let trip = try restored({ self.named(TripViewController()) }) {
                $0.departure = Date(timeIntervalSinceReferenceDate: 1_000)
                $0.ticket = URL(string: "https://example.org/ticket?seat=7")
                $0.passenger = passenger
                $0.remarks = ["window", "quiet"]
            }
            #expect(trip.departure == Date(timeIntervalSinceReferenceDate: 1_000))
            #expect(trip.ticket == URL(string: "https://example.org/ticket?seat=7"))
            #expect(trip.passenger == passenger)
            #expect(trip.remarks == ["window", "quiet"])
        }

        @Test("A value that is encoded as JSON is there when restoration has finished")
        func filter() throws {
            let filter = Filter(years: 1970...1979, genres: ["drama", "western"], onlyUnseen: true)
            let root = try restored({ self.named(FilterViewController()) }) { $0.filter = filter }
            #expect(root.filter == filter)
            #expect(root.title == "drama, western")
        }
    }
#endif
