extension RankTree {
    /// The tree of all `entries`, whose rows are in order already. Leaves and branches are filled to seven eighths.
    init(ordered entries: RankRows, sizes: Sizes = Sizes()) {
        self.init(sizes: sizes)
        guard entries.count > 0 else { return }
        count = entries.count
        freeLeaves = [root]
        var nodes: [(node: UInt32, key: Ranking.Entry, count: Int)] = []
        for part in RankTree.parts(of: entries.count, atMost: leafSize - leafSize / 8) {
            let leaf = newLeaf()
            let start = start(ofLeaf: leaf)
            for row in part { rows[start + row - part.lowerBound] = UInt32(row) }
            makeHints(ofLeaf: leaf, part.count, entries)
            nodes.append((leaf, entries[UInt32(part.lowerBound)], part.count))
        }
        nodes[0].key = .first
        while nodes.count > 1 {
            height += 1
            nodes = RankTree.parts(of: nodes.count, atMost: branchSize - branchSize / 8).map { part in
                let branch = newBranch()
                let start = start(ofBranch: branch)
                for (child, node) in nodes[part].enumerated() {
                    self[key: start + child] = node.key
                    counts[start + child] = UInt32(node.count)
                    children[start + child] = node.node
                }
                fanouts[Int(branch)] = UInt8(part.count)
                return (branch, nodes[part.lowerBound].key, nodes[part].reduce(0) { $0 + $1.count })
            }
        }
        root = nodes[0].node
    }

    /// 0..<count in as few parts as `most` allows, all of nearly the same size.
    private static func parts(of count: Int, atMost most: Int) -> [Range<Int>] {
        let parts = (count + most - 1) / most
        return (0..<parts).map { (count * $0 / parts)..<(count * ($0 + 1) / parts) }
    }
}
