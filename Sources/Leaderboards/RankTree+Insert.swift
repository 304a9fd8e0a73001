extension RankTree {
    /// A node that has become two: this one is the second.
    private struct Second {
        let key: Ranking.Entry
        let node: UInt32
        /// Rows below the first, and below the second.
        let counts: (UInt32, UInt32)
    }

    /// Puts in a row whose entry is `key`. Precondition: none equals it.
    mutating func insert(_ row: UInt32, _ key: Ranking.Entry, in entries: RankRows) {
        let second = insert(row, key, into: root, count, level: height, entries)
        count += 1
        guard let second else { return }
        let top = newBranch()
        let start = start(ofBranch: top)
        self[key: start] = .first
        (counts[start], children[start]) = (second.counts.0, root)
        self[key: start + 1] = second.key
        (counts[start + 1], children[start + 1]) = (second.counts.1, second.node)
        fanouts[Int(top)] = 2
        root = top
        height += 1
    }

    private mutating func insert(
        _ row: UInt32, _ key: Ranking.Entry, into node: UInt32, _ size: Int, level: Int,
        _ entries: RankRows
    ) -> Second? {
        if level == 0 { return insert(row, key, intoLeaf: node, size, entries) }
        let child = self.child(for: key, of: node)
        let place = start(ofBranch: node) + child
        let below = Int(counts[place])
        guard let second = insert(row, key, into: children[place], below, level: level - 1, entries)
        else {
            counts[place] += 1
            return nil
        }
        counts[place] = second.counts.0
        return insert(second, at: child + 1, ofBranch: node)
    }

    private mutating func insert(
        _ row: UInt32, _ key: Ranking.Entry, intoLeaf leaf: UInt32, _ size: Int, _ entries: RankRows
    ) -> Second? {
        let place = self.place(of: key, inLeaf: leaf, size, entries)
        guard size == leafSize else {
            put(row, key, into: leaf, at: place, size)
            return nil
        }
        let (new, half) = (newLeaf(), size / 2)
        rows.move(size - half, from: start(ofLeaf: leaf) + half, to: start(ofLeaf: new))
        hints.move(size - half, from: start(ofLeaf: leaf) + half, to: start(ofLeaf: new))
        scales[Int(new)] = scales[Int(leaf)]
        sharpenHints(ofLeaf: leaf, half, entries)
        sharpenHints(ofLeaf: new, size - half, entries)
        var counts = (UInt32(half), UInt32(size - half))
        if place <= half {
            put(row, key, into: leaf, at: place, half)
            counts.0 += 1
        } else {
            put(row, key, into: new, at: place - half, size - half)
            counts.1 += 1
        }
        return Second(key: entries[rows[start(ofLeaf: new)]], node: new, counts: counts)
    }

    /// Takes in a new child of a branch, at `child` > 0; a full branch becomes two.
    private mutating func insert(_ new: Second, at child: Int, ofBranch branch: UInt32) -> Second? {
        let fanout = Int(fanouts[Int(branch)])
        guard fanout == branchSize else {
            put(new, at: child, ofBranch: branch)
            return nil
        }
        let (second, half) = (newBranch(), fanout / 2)
        let (start, secondStart) = (start(ofBranch: branch), self.start(ofBranch: second))
        moveChildren(fanout - half, from: start + half, to: secondStart)
        (fanouts[Int(branch)], fanouts[Int(second)]) = (UInt8(half), UInt8(fanout - half))
        if child <= half {
            put(new, at: child, ofBranch: branch)
        } else {
            put(new, at: child - half, ofBranch: second)
        }
        return Second(
            key: self[key: secondStart], node: second,
            counts: (UInt32(rows(below: branch)), UInt32(rows(below: second))))
    }

    private mutating func put(_ new: Second, at child: Int, ofBranch branch: UInt32) {
        let start = start(ofBranch: branch)
        let end = start + Int(fanouts[Int(branch)])
        keyScores.insert(new.key.score.bits, at: start + child, end: end)
        keyIDs.insert(new.key.id, at: start + child, end: end)
        counts.insert(new.counts.1, at: start + child, end: end)
        children.insert(new.node, at: start + child, end: end)
        fanouts[Int(branch)] += 1
    }

    /// Copies children with all that belongs to them.
    mutating func moveChildren(_ count: Int, from source: Int, to target: Int) {
        keyScores.move(count, from: source, to: target)
        keyIDs.move(count, from: source, to: target)
        counts.move(count, from: source, to: target)
        children.move(count, from: source, to: target)
    }

    /// Rows below a branch, as its counts have it.
    func rows(below branch: UInt32) -> Int {
        let start = start(ofBranch: branch)
        return counts.sum(start..<(start + Int(fanouts[Int(branch)])))
    }
}
