/// A list that is optimized for none or one object, which need no further memory: every connection has one. It takes
/// one word, and each change of a list of several copies it.
struct FewObjects<Element: AnyObject>: Sequence {
    /// The only object, or `Several`. An enum of both would take a second word.
    private var held: AnyObject?

    private final class Several {
        let objects: [Element]
        init(_ objects: [Element]) { self.objects = objects }
    }

    private var objects: [Element] {
        get {
            guard let held else { return [] }
            if let several = held as? Several { return several.objects }
            return [unsafeDowncast(held, to: Element.self)]
        }
        set { held = newValue.count > 1 ? Several(newValue) : newValue.first }
    }

    var isEmpty: Bool { held == nil }
    var count: Int {
        guard let held else { return 0 }
        return (held as? Several)?.objects.count ?? 1
    }

    /// Iterates in the order of insertion.
    func makeIterator() -> Iterator {
        guard let held else { return Iterator(only: nil, several: []) }
        guard let several = held as? Several else {
            return Iterator(only: unsafeDowncast(held, to: Element.self), several: [])
        }
        return Iterator(only: nil, several: several.objects)
    }

    struct Iterator: IteratorProtocol {
        private var only: Element?
        private var several: IndexingIterator<[Element]>

        fileprivate init(only: Element?, several: [Element]) {
            self.only = only
            self.several = several.makeIterator()
        }

        mutating func next() -> Element? {
            guard let only else { return several.next() }
            self.only = nil
            return only
        }
    }

    mutating func append(_ element: Element) {
        if held == nil { held = element } else { objects.append(element) }
    }

    /// Removes an object, wherever it is.
    mutating func remove(_ element: Element) {
        if held === element { held = nil } else if count > 1 { objects.removeAll { $0 === element } }
    }

    mutating func removeAll() { held = nil }

    func contains(_ element: Element) -> Bool {
        held === element || ((held as? Several)?.objects.contains { $0 === element } ?? false)
    }
}
