import Foundation

/// What a list shows at one time: sections, and the items of each, by their identifiers.
public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
> {
    struct Section {
        var identifier: SectionIdentifierType
        var items: [ItemIdentifierType] = []
    }

    var sections: [Section] = []
    /// Which section each item is in.
    private var owners: [ItemIdentifierType: SectionIdentifierType] = [:]

    /// Makes a snapshot without sections.
    public init() {}

    // MARK: What there is

    /// How many items there are.
    public var numberOfItems: Int { owners.count }
    /// How many sections there are.
    public var numberOfSections: Int { sections.count }
    /// The sections, from the top.
    public var sectionIdentifiers: [SectionIdentifierType] { sections.map(\.identifier) }
    /// The items of all sections, from the top.
    public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap(\.items) }

    /// How many items a section has.
    ///
    /// - Precondition: there is such a section; otherwise the process ends, as in UIKit.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        sections[place(of: identifier)].items.count
    }

    /// The items of a section, from the top.
    ///
    /// - Precondition: there is such a section; otherwise the process ends, as in UIKit.
    public func itemIdentifiers(
        inSection identifier: SectionIdentifierType
    ) -> [ItemIdentifierType] { sections[place(of: identifier)].items }

    /// The section of an item; nil where there is no such item.
    public func sectionIdentifier(
        containingItem identifier: ItemIdentifierType
    ) -> SectionIdentifierType? { owners[identifier] }

    /// The place of an item among all items; nil where there is no such item.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        owners[identifier] == nil ? nil : itemIdentifiers.firstIndex(of: identifier)
    }

    /// The place of a section; nil where there is no such section.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        sections.firstIndex { $0.identifier == identifier }
    }

    // MARK: Items

    /// Adds items to the end of a section; without one, of the last.
    ///
    /// - Precondition: there is such a section, and the items are new; otherwise the process ends, as in
    ///   UIKit.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType],
        toSection sectionIdentifier: SectionIdentifierType? = nil
    ) {
        precondition(!sections.isEmpty, "there are no sections to append items to")
        let section = sectionIdentifier.map(place(of:)) ?? sections.count - 1
        put(identifiers, into: section, at: sections[section].items.count)
    }

    /// Adds items before another.
    ///
    /// - Precondition: there is such an item, and the others are new.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType
    ) {
        let (section, index) = place(ofItem: beforeIdentifier)
        put(identifiers, into: section, at: index)
    }

    /// Adds items after another.
    ///
    /// - Precondition: there is such an item, and the others are new.
    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType
    ) {
        let (section, index) = place(ofItem: afterIdentifier)
        put(identifiers, into: section, at: index + 1)
    }

    /// Takes items out. One that is not there is ignored.
    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set(identifiers)
        for index in sections.indices { sections[index].items.removeAll(where: gone.contains) }
        for item in gone { owners[item] = nil }
    }

    /// Takes all sections out, with their items.
    public mutating func deleteAllItems() { self = Self() }

    /// Moves an item before another.
    ///
    /// - Precondition: there are both items.
    public mutating func moveItem(
        _ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType
    ) {
        _ = place(ofItem: identifier)
        deleteItems([identifier])
        insertItems([identifier], beforeItem: toIdentifier)
    }

    /// Moves an item after another.
    ///
    /// - Precondition: there are both items.
    public mutating func moveItem(
        _ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType
    ) {
        _ = place(ofItem: identifier)
        deleteItems([identifier])
        insertItems([identifier], afterItem: toIdentifier)
    }

    /// Says that items look different: nothing is kept of how they look.
    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {}
    /// Says that items look different: nothing is kept of how they look.
    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {}

    // MARK: Sections

    /// Adds sections to the end.
    ///
    /// - Precondition: they are new; otherwise the process ends, as in UIKit.
    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        put(identifiers, at: sections.count)
    }

    /// Adds sections before another.
    ///
    /// - Precondition: there is such a section, and the others are new.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection toIdentifier: SectionIdentifierType
    ) { put(identifiers, at: place(of: toIdentifier)) }

    /// Adds sections after another.
    ///
    /// - Precondition: there is such a section, and the others are new.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection toIdentifier: SectionIdentifierType
    ) { put(identifiers, at: place(of: toIdentifier) + 1) }

    /// Takes sections out, with their items. One that is not there is ignored.
    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        let gone = Set(identifiers)
        for section in sections where gone.contains(section.identifier) {
            for item in section.items { owners[item] = nil }
        }
        sections.removeAll { gone.contains($0.identifier) }
    }

    /// Moves a section with its items before another.
    ///
    /// - Precondition: there are both sections.
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, beforeSection toIdentifier: SectionIdentifierType
    ) {
        let section = sections.remove(at: place(of: identifier))
        sections.insert(section, at: place(of: toIdentifier))
    }

    /// Moves a section with its items after another.
    ///
    /// - Precondition: there are both sections.
    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection toIdentifier: SectionIdentifierType
    ) {
        let section = sections.remove(at: place(of: identifier))
        sections.insert(section, at: place(of: toIdentifier) + 1)
    }

    /// Says that sections look different: nothing is kept of how they look.
    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {}

    // MARK: Places

    private func place(of section: SectionIdentifierType) -> Int {
        guard let index = indexOfSection(section) else {
            preconditionFailure("there is no section \(section)")
        }
        return index
    }

    private func place(ofItem item: ItemIdentifierType) -> (section: Int, index: Int) {
        guard let owner = owners[item],
            let index = sections[place(of: owner)].items.firstIndex(of: item)
        else { preconditionFailure("there is no item \(item)") }
        return (place(of: owner), index)
    }

    private mutating func put(_ items: [ItemIdentifierType], into section: Int, at index: Int) {
        for item in items {
            let old = owners.updateValue(sections[section].identifier, forKey: item)
            precondition(old == nil, "the item \(item) is there already")
        }
        sections[section].items.insert(contentsOf: items, at: index)
    }

    private mutating func put(_ identifiers: [SectionIdentifierType], at index: Int) {
        var known = Set(sectionIdentifiers)
        for identifier in identifiers {
            let isNew = known.insert(identifier).inserted
            precondition(isNew, "the section \(identifier) is there already")
        }
        sections.insert(contentsOf: identifiers.map { Section(identifier: $0) }, at: index)
    }
}

extension NSDiffableDataSourceSnapshot: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
extension NSDiffableDataSourceSnapshot.Section: Sendable
where SectionIdentifierType: Sendable, ItemIdentifierType: Sendable {}
