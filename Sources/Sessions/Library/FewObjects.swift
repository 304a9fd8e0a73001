/// A list of objects that mostly has none or one, and then takes no memory besides its own: there is one for everybody
/// who is connected.
struct FewObjects<Element: AnyObject>: Sequence {
    private var first: Element?
    private var others: [Element] = []

    var isEmpty: Bool { first == nil }
    var count: Int { first == nil ? 0 : 1 + others.count }

    /// In the order in which they were added.
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

    /// Takes an object out, wherever it is.
    mutating func remove(_ element: Element) {
        if first === element {
            first = others.isEmpty ? nil : others.removeFirst()
        } else {
            others.removeAll { $0 === element }
        }
        // An empty array that was larger once still has its memory.
        if others.isEmpty { others = [] }
    }

    mutating func removeAll() { self = FewObjects() }

    func contains(_ element: Element) -> Bool {
        first === element || others.contains { $0 === element }
    }
}
