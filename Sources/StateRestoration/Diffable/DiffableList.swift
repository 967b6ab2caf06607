import Foundation

/// A snapshot, and where each of its items is.
struct DiffableList<SectionIdentifierType: Hashable, ItemIdentifierType: Hashable> {
    typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

    let snapshot: Snapshot
    private let places: [ItemIdentifierType: IndexPath]

    init(_ snapshot: Snapshot = Snapshot()) {
        self.snapshot = snapshot
        var places: [ItemIdentifierType: IndexPath] = [:]
        for (number, section) in snapshot.sections.enumerated() {
            for (index, item) in section.items.enumerated() {
                places[item] = IndexPath(indexes: [number, index])
            }
        }
        self.places = places
    }

    func count(in section: Int) -> Int {
        snapshot.sections.indices.contains(section) ? snapshot.sections[section].items.count : 0
    }

    func item(at place: IndexPath) -> ItemIdentifierType? {
        guard place.count == 2, (0..<count(in: place[0])).contains(place[1]) else { return nil }
        return snapshot.sections[place[0]].items[place[1]]
    }

    func place(of item: ItemIdentifierType) -> IndexPath? { places[item] }

    func section(at index: Int) -> SectionIdentifierType? {
        snapshot.sections.indices.contains(index) ? snapshot.sections[index].identifier : nil
    }

    /// Where items are that were elsewhere in another list; those that are gone are left out.
    func places(of places: [IndexPath], in other: Self) -> [IndexPath] {
        places.compactMap { other.item(at: $0).flatMap(place(of:)) }
    }
}
