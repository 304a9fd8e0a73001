import GameRules
import Testing

@testable import Leaderboards

extension Ranking {
    /// Checks the order and the table, which must hold after every change.
    func checkInvariants(sourceLocation: SourceLocation = #_sourceLocation) {
        var rowsInOrder: [UInt32] = []
        tree.collect(tree.root, tree.height, isRoot: true, from: .first, to: nil, rows, &rowsInOrder)
        #expect(rowsInOrder.count == tree.count, sourceLocation: sourceLocation)
        let entries = rowsInOrder.map { rows[$0] }
        #expect(zip(entries, entries.dropFirst()).allSatisfy(<), sourceLocation: sourceLocation)
        #expect(players.count == entries.count, sourceLocation: sourceLocation)
        for (row, entry) in zip(rowsInOrder, entries) {
            #expect(players.row(of: entry.id, rows) == row, sourceLocation: sourceLocation)
        }
    }
}

extension RankTree {
    /// Walks the tree below `node`, whose entries lie from `low` and before `high`, and appends the rows in order.
    /// Returns their number.
    @discardableResult
    func collect(
        _ node: UInt32, _ level: Int, isRoot: Bool, from low: Ranking.Entry, to high: Ranking.Entry?,
        _ entries: RankRows,
        size: Int? = nil, _ found: inout [UInt32]
    ) -> Int {
        if level == 0 {
            let size = size ?? count
            let start = start(ofLeaf: node)
            #expect(size <= leafSize && (isRoot || size >= 1))
            for place in start..<(start + size) {
                let entry = entries[rows[place]]
                #expect(entry >= low)
                if let high { #expect(entry < high) }
                #expect(hints[place] == scales[Int(node)].hint(entry))
                found.append(rows[place])
            }
            return size
        }
        let start = start(ofBranch: node)
        let fanout = Int(fanouts[Int(node)])
        #expect((2...branchSize).contains(fanout))
        #expect(self[key: start] == low)
        var sum = 0
        for child in start..<(start + fanout) {
            let next = child + 1 < start + fanout ? self[key: child + 1] : high
            let below = collect(
                children[child], level - 1, isRoot: false, from: self[key: child], to: next, entries,
                size: Int(counts[child]), &found)
            #expect(below == Int(counts[child]))
            sum += below
        }
        return sum
    }
}
