/// A list that is optimized for none or one object, which need no further memory: every connection has one.
struct FewObjects<Element: AnyObject>: Sequence {
    private var first: Element?
    private var others: [Element] = []

    var isEmpty: Bool { first == nil }
    var count: Int { first == nil ? 0 : 1 + others.count }

    /// Iterates in the order of insertion.
    func makeIterator() -> Iterator { Iterator(list: self, position: 0) }

    struct Iterator: IteratorProtocol {
        fileprivate let list: FewObjects
        fileprivate var position: Int

        mutating func next() -> Element? {
            defer { position += 1 }
            if position == 0 { return list.first }
            return position <= list.others.count ? list.others[position - 1] : nil
        }
    }

    mutating func append(_ element: Element) {
        if first == nil { first = element } else { others.append(element) }
    }

    /// Removes an object, wherever it is.
    mutating func remove(_ element: Element) {
        if first === element {
            first = others.isEmpty ? nil : others.removeFirst()
        } else {
            others.removeAll { $0 === element }
        }
        // An emptied array keeps its capacity, so it is replaced.
        if others.isEmpty { others = [] }
    }

    mutating func removeAll() { self = FewObjects() }

    func contains(_ element: Element) -> Bool {
        first === element || others.contains { $0 === element }
    }
}
