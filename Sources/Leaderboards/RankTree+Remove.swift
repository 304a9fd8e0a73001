extension RankTree {
    /// Takes out the row whose entry is `key`. Precondition: there is one.
    mutating func remove(_ key: Ranking.Entry, in entries: RankRows) {
        remove(key, from: root, count, level: height, entries)
        count -= 1
        while height > 0, fanouts[Int(root)] == 1 {
            freeBranches.append(root)
            root = children[start(ofBranch: root)]
            height -= 1
        }
    }

    private mutating func remove(
        _ key: Ranking.Entry, from node: UInt32, _ size: Int, level: Int, _ entries: RankRows
    ) {
        if level == 0 {
            let start = start(ofLeaf: node)
            let place = place(of: key, inLeaf: node, size, entries)
            precondition(
                place < size && entries[rows[start + place]] == key, "only what is there is removed")
            rows.remove(at: start + place, end: start + size)
            return hints.remove(at: start + place, end: start + size)
        }
        let child = self.child(for: key, of: node)
        let place = start(ofBranch: node) + child
        let below = children[place]
        remove(key, from: below, Int(counts[place]), level: level - 1, entries)
        counts[place] -= 1
        let isLow =
            level == 1
            ? counts[place] < leafSize / 4 : fanouts[Int(below)] < max(2, branchSize / 4)
        if isLow, fanouts[Int(node)] > 1 {
            joinOrShare(max(0, child - 1), of: node, level: level, entries)
        }
    }

    /// Makes one node of a child and the next if they fit in one with some room left; else both get the same.
    private mutating func joinOrShare(
        _ child: Int, of branch: UInt32, level: Int, _ entries: RankRows
    ) {
        let place = start(ofBranch: branch) + child
        let (first, second) = (children[place], children[place + 1])
        if level == 1 {
            let (size, next) = (Int(counts[place]), Int(counts[place + 1]))
            guard size + next <= leafSize - leafSize / 8 else { return share(child, of: branch, entries) }
            rows.move(next, from: start(ofLeaf: second), to: start(ofLeaf: first) + size)
            if scales[Int(first)] == scales[Int(second)] {
                // They were one leaf before.
                hints.move(next, from: start(ofLeaf: second), to: start(ofLeaf: first) + size)
            } else {
                makeHints(ofLeaf: first, size + next, entries)
            }
            freeLeaves.append(second)
        } else {
            let (size, next) = (Int(fanouts[Int(first)]), Int(fanouts[Int(second)]))
            guard size + next <= branchSize - branchSize / 8 else {
                return shareBranches(child, of: branch)
            }
            moveChildren(next, from: start(ofBranch: second), to: start(ofBranch: first) + size)
            fanouts[Int(first)] = UInt8(size + next)
            freeBranches.append(second)
        }
        counts[place] += counts[place + 1]
        let end = start(ofBranch: branch) + Int(fanouts[Int(branch)])
        keyScores.remove(at: place + 1, end: end)
        keyIDs.remove(at: place + 1, end: end)
        counts.remove(at: place + 1, end: end)
        children.remove(at: place + 1, end: end)
        fanouts[Int(branch)] -= 1
    }

    /// Gives the leaf at `child` and the next one equally many rows.
    mutating func share(_ child: Int, of branch: UInt32, _ entries: RankRows) {
        let place = start(ofBranch: branch) + child
        let (first, second) = (start(ofLeaf: children[place]), start(ofLeaf: children[place + 1]))
        let (size, next) = (Int(counts[place]), Int(counts[place + 1]))
        let half = (size + next) / 2
        if size < half {
            rows.move(half - size, from: second, to: first + size)
            rows.move(next - (half - size), from: second + half - size, to: second)
        } else {
            rows.move(next, from: second, to: second + size - half)
            rows.move(size - half, from: first + half, to: second)
        }
        (counts[place], counts[place + 1]) = (UInt32(half), UInt32(size + next - half))
        self[key: place + 1] = entries[rows[second]]
        makeHints(ofLeaf: children[place], half, entries)
        makeHints(ofLeaf: children[place + 1], size + next - half, entries)
    }

    /// Gives the branch at `child` and the next one equally many children.
    private mutating func shareBranches(_ child: Int, of branch: UInt32) {
        let place = start(ofBranch: branch) + child
        let (left, right) = (children[place], children[place + 1])
        let (first, second) = (start(ofBranch: left), start(ofBranch: right))
        let (size, next) = (Int(fanouts[Int(left)]), Int(fanouts[Int(right)]))
        let half = (size + next) / 2
        if size < half {
            moveChildren(half - size, from: second, to: first + size)
            moveChildren(next - (half - size), from: second + half - size, to: second)
        } else {
            moveChildren(next, from: second, to: second + size - half)
            moveChildren(size - half, from: first + half, to: second)
        }
        (fanouts[Int(left)], fanouts[Int(right)]) = (UInt8(half), UInt8(size + next - half))
        (counts[place], counts[place + 1]) = (UInt32(rows(below: left)), UInt32(rows(below: right)))
        self[key: place + 1] = self[key: second]
    }
}
