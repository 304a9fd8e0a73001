/// A long array in blocks: it grows without moving what it holds, and a copy shares every block that neither side has
/// changed since.
///
/// Nodes of a power of two of elements, at multiples of their size, lie in one block each.
struct Blocks<Element: Sendable>: Sendable {
    /// Elements of a block, as a power of two.
    static var shift: Int { 14 }
    private static var size: Int { 1 << shift }
    private static var mask: Int { size - 1 }

    private var blocks: [[Element]] = []

    /// Number of elements.
    private(set) var count = 0

    /// The element at `index`.
    subscript(index: Int) -> Element {
        get { blocks[index >> Self.shift][index & Self.mask] }
        set { blocks[index >> Self.shift][index & Self.mask] = newValue }
    }

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        append(node: element, size: 1)
        self[count - 1] = element
    }

    /// Adds a node of `size` elements, of which the caller knows nothing; `filler` is any element.
    mutating func append(node filler: Element, size: Int) {
        if count < Self.size {
            // The first block grows as arrays do, so that a small ranking is small.
            if blocks.isEmpty { blocks.append([]) }
            for _ in 0..<size { blocks[0].append(filler) }
        } else if count & Self.mask == 0 {
            // The others are full soon: the memory is fetched in one go.
            blocks.append(Array(repeating: filler, count: Self.size))
        }
        count += size
    }

    /// Puts `element` at `index` and moves the elements from there up to `end` one further. All in one node.
    mutating func insert(_ element: Element, at index: Int, end: Int) {
        let (offset, last) = (index & Self.mask, end - index + index & Self.mask)
        blocks[index >> Self.shift].insert(element, at: offset, end: last)
    }

    /// Moves what is behind `index` and before `end` one back, over the element at `index`. All in one node.
    mutating func remove(at index: Int, end: Int) {
        let offset = index & Self.mask
        blocks[index >> Self.shift].move(end - index - 1, from: offset + 1, to: offset)
    }

    /// Copies `count` elements from `source` to `target`, which may overlap. Each range lies in one node.
    mutating func move(_ count: Int, from source: Int, to target: Int) {
        if source >> Self.shift == target >> Self.shift {
            blocks[target >> Self.shift].move(count, from: source & Self.mask, to: target & Self.mask)
        } else {
            let from = blocks[source >> Self.shift]
            blocks[target >> Self.shift].copy(
                count, of: from, from: source & Self.mask, to: target & Self.mask)
        }
    }
}

extension Blocks where Element: Comparable {
    /// Index of the first element in a range that is not less than `value`. The range lies in one node and is in order.
    ///
    /// Looks at one element of every cache line, then at one line. A binary search reads fewer elements, but each of
    /// its reads must wait for the one before to come from memory. These reads run side by side.
    func first(notBelow value: Element, in range: Range<Int>) -> Int {
        let base = range.lowerBound & ~Self.mask
        let block = blocks[range.lowerBound >> Self.shift]
        let span = block.span
        let part = span.extracting((range.lowerBound - base)..<(range.upperBound - base))
        let line = Self.line
        var lines = 0
        var last = line - 1
        while last < part.count {
            lines &+= part[last] < value ? 1 : 0
            last &+= line
        }
        let start = lines * line
        let rest = part.extracting(start..<min(start + line, part.count))
        var below = 0
        for index in 0..<rest.count { below &+= rest[index] < value ? 1 : 0 }
        return range.lowerBound + start + below
    }

    /// Elements of a cache line.
    private static var line: Int { 64 / MemoryLayout<Element>.stride }
}

extension Blocks<UInt32> {
    /// The sum of the elements in a range that lies in one node.
    func sum(_ range: Range<Int>) -> Int {
        let base = range.lowerBound & ~Self.mask
        let block = blocks[range.lowerBound >> Self.shift]
        let span = block.span
        let part = span.extracting((range.lowerBound - base)..<(range.upperBound - base))
        var sum: UInt32 = 0
        for index in part.indices { sum &+= part[index] }
        return Int(sum)
    }
}

// Element by element: what moves is a few dozen, and there is one check of uniqueness for all.
extension Array {
    fileprivate mutating func insert(_ element: Element, at index: Int, end: Int) {
        var span = mutableSpan
        var part = span._mutatingExtracting(index..<(end + 1))
        var moved = element
        for place in part.indices { (moved, part[place]) = (part[place], moved) }
    }

    fileprivate mutating func move(_ count: Int, from source: Int, to target: Int) {
        var span = mutableSpan
        if source < target {
            var offset = count - 1
            while offset >= 0 {
                span[target + offset] = span[source + offset]
                offset -= 1
            }
        } else {
            var offset = 0
            while offset < count {
                span[target + offset] = span[source + offset]
                offset += 1
            }
        }
    }

    fileprivate mutating func copy(
        _ count: Int, of array: [Element], from source: Int, to target: Int
    ) {
        var span = mutableSpan
        let other = array.span
        var offset = 0
        while offset < count {
            span[target + offset] = other[source + offset]
            offset += 1
        }
    }
}
