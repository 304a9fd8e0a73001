import GameRules

/// The order of the rows of a ranking: a B+ tree whose branches count the rows below them.
///
/// A leaf holds the numbers of rows, in order, and for each row a hint of 16 bits at its entry. Rows lie all over the
/// memory, and the hint saves looking at most of them. A branch holds for each child its number of rows and a key. No
/// row of the child comes before the key, and every row of the child before does. The first child's key is the branch's
/// own in its parent.
struct RankTree: Sendable {
    /// Places in a node, as powers of two: 4 to 128 in a branch. With 512 in a leaf one insertion in 256 splits one.
    struct Sizes: Sendable {
        var leaf = 9
        var branch = 6
    }

    /// The size of the nodes.
    let sizes: Sizes
    /// The rows in the leaves: node n begins at `n << sizes.leaf`.
    var rows = Blocks<UInt32>()
    /// The hint of each row.
    var hints = Blocks<UInt16>()
    /// The meaning of the hints of each leaf.
    var scales = Blocks<HintScale>()
    /// The keys in the branches: node n begins at `n << sizes.branch`, as in the next three.
    var keyScores = Blocks<UInt64>()
    var keyIDs = Blocks<PlayerID>()
    /// The rows below each child.
    var counts = Blocks<UInt32>()
    /// The nodes below: branches, or leaves at level 1.
    var children = Blocks<UInt32>()
    /// Children of each branch.
    var fanouts = Blocks<UInt8>()
    var freeLeaves: [UInt32] = []
    var freeBranches: [UInt32] = []
    var root: UInt32 = 0
    /// The level of the root; leaves have level 0.
    var height = 0
    /// Number of rows.
    var count = 0

    /// The tree of nothing. Tests have smaller nodes.
    init(sizes: Sizes = Sizes()) {
        precondition(
            sizes.leaf >= 2 && (2...7).contains(sizes.branch), "a node has four places at least")
        self.sizes = sizes
        root = newLeaf()
    }

    /// Hints between the first and the last of a leaf below which they are made anew.
    private static let leastHints: UInt16 = 4096

    /// Rows a leaf can hold.
    var leafSize: Int { 1 << sizes.leaf }
    /// Children a branch can have.
    var branchSize: Int { 1 << sizes.branch }

    // MARK: Nodes

    mutating func newLeaf() -> UInt32 {
        if let leaf = freeLeaves.popLast() { return leaf }
        rows.append(node: 0, size: leafSize)
        hints.append(node: 0, size: leafSize)
        scales.append(HintScale())
        return UInt32(rows.count >> sizes.leaf - 1)
    }

    mutating func newBranch() -> UInt32 {
        if let branch = freeBranches.popLast() { return branch }
        keyScores.append(node: 0, size: branchSize)
        keyIDs.append(node: Ranking.Entry.first.id, size: branchSize)
        counts.append(node: 0, size: branchSize)
        children.append(node: 0, size: branchSize)
        fanouts.append(0)
        return UInt32(fanouts.count - 1)
    }

    /// The index at which a leaf's rows begin.
    func start(ofLeaf leaf: UInt32) -> Int { Int(leaf) << sizes.leaf }
    /// The index at which a branch's keys, counts and children begin.
    func start(ofBranch branch: UInt32) -> Int { Int(branch) << sizes.branch }

    // MARK: Questions

    /// Number of rows that come before `key`.
    func place(of key: Ranking.Entry, in entries: RankRows) -> Int {
        var (node, size, place) = (root, count, 0)
        for _ in 0..<height {
            let start = start(ofBranch: node)
            let child = self.child(for: key, of: node)
            place += counts.sum(start..<(start + child))
            size = Int(counts[start + child])
            node = children[start + child]
        }
        return place + self.place(of: key, inLeaf: node, size, entries)
    }

    /// The child of a branch in which `key` belongs: the last that does not begin behind it.
    func child(for key: Ranking.Entry, of branch: UInt32) -> Int {
        let start = start(ofBranch: branch)
        let end = start + Int(fanouts[Int(branch)])
        let first = keyScores.first(notBelow: key.score.bits, in: (start + 1)..<end)
        guard first < end, keyScores[first] == key.score.bits else { return first - start - 1 }
        // Where a score goes on over several children, the IDs decide.
        let last = key.score.bits == .max ? end : keyScores.first(notBelow: key.score.bits + 1, in: first..<end)
        let child = keyIDs.first(notBelow: key.id, in: first..<last)
        return child - start - (child < last && keyIDs[child] == key.id ? 0 : 1)
    }

    /// Rows of a leaf, of `size` rows, that come before `key`.
    func place(of key: Ranking.Entry, inLeaf leaf: UInt32, _ size: Int, _ entries: RankRows) -> Int {
        let start = start(ofLeaf: leaf)
        let hint = scales[Int(leaf)].hint(key)
        var low = hints.first(notBelow: hint, in: start..<(start + size))
        var high =
            hint == .max ? start + size : hints.first(notBelow: hint + 1, in: low..<(start + size))
        while low < high {
            let middle = (low + high) / 2
            if entries[rows[middle]] < key { low = middle + 1 } else { high = middle }
        }
        return low - start
    }

    /// The key at an index of a branch.
    subscript(key index: Int) -> Ranking.Entry {
        get { Ranking.Entry(score: RankScore(bits: keyScores[index]), id: keyIDs[index]) }
        set {
            keyScores[index] = newValue.score.bits
            keyIDs[index] = newValue.id
        }
    }

    // MARK: Leaves

    /// Puts a row into a leaf of `size` rows, at `place`.
    mutating func put(
        _ row: UInt32, _ key: Ranking.Entry, into leaf: UInt32, at place: Int, _ size: Int
    ) {
        let start = start(ofLeaf: leaf)
        rows.insert(row, at: start + place, end: start + size)
        hints.insert(scales[Int(leaf)].hint(key), at: start + place, end: start + size)
    }

    /// Makes hints anew for a leaf of `size` rows, which are other rows than before.
    mutating func makeHints(ofLeaf leaf: UInt32, _ size: Int, _ entries: RankRows) {
        guard size > 0 else { return }
        let start = start(ofLeaf: leaf)
        let scale = HintScale(
            from: entries[rows[start]], to: entries[rows[start + size - 1]])
        scales[Int(leaf)] = scale
        for index in start..<(start + size) { hints[index] = scale.hint(entries[rows[index]]) }
    }

    /// Makes hints anew if they tell the rows of a leaf apart badly, as they do after some splits.
    mutating func sharpenHints(ofLeaf leaf: UInt32, _ size: Int, _ entries: RankRows) {
        let start = start(ofLeaf: leaf)
        if scales[Int(leaf)].isCoarse, hints[start + size - 1] - hints[start] < RankTree.leastHints {
            makeHints(ofLeaf: leaf, size, entries)
        }
    }

    // MARK: Many rows

    /// Calls `body` with the rows at these places, in order.
    func forEach(_ places: Range<Int>, _ body: (UInt32) -> Void) {
        precondition(places.lowerBound >= 0 && places.upperBound <= count, "no row has this place")
        if !places.isEmpty { forEach(places, root, height, body) }
    }

    /// `places` counts from the first row below `node`.
    private func forEach(_ places: Range<Int>, _ node: UInt32, _ level: Int, _ body: (UInt32) -> Void) {
        if level == 0 {
            let start = start(ofLeaf: node)
            for place in places { body(rows[start + place]) }
            return
        }
        let start = start(ofBranch: node)
        var first = 0
        for child in start..<(start + Int(fanouts[Int(node)])) {
            let below = first..<(first + Int(counts[child]))
            if below.lowerBound >= places.upperBound { break }
            let wanted = places.clamped(to: below)
            if !wanted.isEmpty {
                forEach(
                    (wanted.lowerBound - first)..<(wanted.upperBound - first), children[child], level - 1,
                    body)
            }
            first = below.upperBound
        }
    }
}
