import GameRules

/// The rows of the players' entries: a hash table that grows a little at a time.
///
/// The players are spread over segments; each is a table of its own with linear probing, full to 70 to 88 %. Once there
/// are more than `playersASegment` players for every segment, one segment gives half of its players to a new one. The
/// segments take turns at this (linear hashing). So no insertion ever moves more than some thousand players, and no
/// memory waits for players to come.
///
/// A slot has 32 bits. The row is in the low ones, and the top of the player's hash in the bits that rows do not need
/// yet. So almost no row of another player is looked at. Players' IDs are drawn at random by the server: nobody chooses
/// them to collide.
struct PlayerTable: Sendable {
    private struct Segment: Sendable {
        /// Rows with bits of the hash above them, or `PlayerTable.empty`.
        var slots: [UInt32]
        /// Number of slots. The array knows it too, but in memory that would have to come before the slot's.
        let size: UInt32
        /// Number of players.
        var count: UInt32 = 0
        /// The bits of a slot that are the row's.
        var rowMask: UInt32

        init(slots: Int, rowMask: UInt32 = 0xFF) {
            size = UInt32(max(slots, PlayerTable.leastSlots))
            self.slots = Array(repeating: PlayerTable.empty, count: Int(size))
            self.rowMask = rowMask
        }

        /// Writes a row into the first free slot.
        mutating func put(_ player: Player) {
            var place = PlayerTable.home(player.hash, Int(size))
            while slots[place] != PlayerTable.empty { place = place + 1 == size ? 0 : place + 1 }
            slots[place] = UInt32(truncatingIfNeeded: player.hash) & ~rowMask | player.row
            count += 1
        }

        /// Gives rows one more bit of each slot, and the hash one less.
        mutating func widenRows() {
            let bit = rowMask + 1
            rowMask |= bit
            for place in slots.indices where slots[place] != PlayerTable.empty { slots[place] &= ~bit }
        }

        /// Whether one more player would fill more than seven eighths.
        var isFull: Bool { (count + 1) * 8 > size * 7 }
    }

    /// A player's row, and the hash of the ID.
    private struct Player {
        let row: UInt32
        let hash: UInt64
    }

    /// The content of a free slot.
    private static let empty = UInt32.max
    private static let leastSlots = 8
    /// Few enough that none takes long to rebuild (a millisecond), enough that the segments themselves stay in the
    /// cache.
    static let usualSegment = 2_048

    private let playersASegment: Int
    private var segments: [Segment]

    /// Number of players.
    private(set) var count = 0

    /// The table of nobody. Tests have smaller segments.
    init(playersASegment: Int = PlayerTable.usualSegment) {
        self.playersASegment = playersASegment
        segments = [Segment(slots: 0)]
    }

    /// The table of the players in all of `rows`.
    init(_ rows: RankRows, playersASegment: Int = PlayerTable.usualSegment) {
        self.playersASegment = playersASegment
        segments = Array(repeating: Segment(slots: 0), count: max(1, rows.count / playersASegment))
        count = rows.count
        // Segment by segment, each of which is in the processor's cache while it is filled; so first the players are
        // laid out by segments.
        var ends = Array(repeating: 0, count: segments.count)
        for row in 0..<UInt32(rows.count) { ends[segment(of: PlayerTable.hash(rows[row].id))] += 1 }
        for segment in segments.indices.dropFirst() { ends[segment] += ends[segment - 1] }
        var players = Array(repeating: Player(row: 0, hash: 0), count: rows.count)
        for row in (0..<UInt32(rows.count)).reversed() {
            let hash = PlayerTable.hash(rows[row].id)
            let segment = segment(of: hash)
            ends[segment] -= 1
            players[ends[segment]] = Player(row: row, hash: hash)
        }
        for segment in segments.indices {
            let part = players[
                ends[segment]..<(segment + 1 < ends.count ? ends[segment + 1] : players.count)]
            let last = part.reduce(0) { max($0, $1.row) }
            segments[segment] = Segment(slots: part.count * 4 / 3 + 1)
            while last >= segments[segment].rowMask { segments[segment].widenRows() }
            for player in part { segments[segment].put(player) }
        }
    }

    /// The row of `id`, or nil.
    func row(of id: PlayerID, _ rows: RankRows) -> UInt32? {
        let hash = PlayerTable.hash(id)
        let segment = segment(of: hash)
        return place(of: id, hash, in: segment, rows).map {
            segments[segment].slots[$0] & segments[segment].rowMask
        }
    }

    /// Takes in the player of `row`, who is not in the table yet.
    mutating func insert(_ row: UInt32, _ rows: RankRows) {
        let hash = PlayerTable.hash(rows[row].id)
        add(Player(row: row, hash: hash), to: segment(of: hash), rows)
        count += 1
        if count > segments.count * playersASegment { split(rows) }
    }

    /// Takes `id` out, while its row is still taken. Returns the row, or nil if there is none.
    mutating func remove(_ id: PlayerID, _ rows: RankRows) -> UInt32? {
        let hash = PlayerTable.hash(id)
        let segment = segment(of: hash)
        guard let place = place(of: id, hash, in: segment, rows) else { return nil }
        let row = segments[segment].slots[place] & segments[segment].rowMask
        close(place, of: segment, rows)
        segments[segment].count -= 1
        count -= 1
        return row
    }

    // MARK: Segments and slots

    /// 64 bits, each of which depends on every bit of the ID.
    static func hash(_ id: PlayerID) -> UInt64 {
        var hash = id.low ^ (id.high &* 0x9E37_79B9_7F4A_7C15)
        hash = (hash ^ (hash >> 32)) &* 0xD6E8_FEB8_6659_FD93
        hash = (hash ^ (hash >> 29)) &* 0xA24B_AED4_963E_E407
        return hash ^ (hash >> 32)
    }

    /// The segment of a hash, by as many of its low bits as the number of segments has. A segment that was not split
    /// yet goes by one bit less.
    private func segment(of hash: UInt64) -> Int {
        let unused = UInt64(segments.count.leadingZeroBitCount)
        let index = Int(truncatingIfNeeded: hash & (UInt64.max >> unused))
        return index < segments.count
            ? index : Int(truncatingIfNeeded: hash & (UInt64.max >> (unused + 1)))
    }

    /// The slot at which the search for a hash begins, by its high bits.
    private static func home(_ hash: UInt64, _ slots: Int) -> Int {
        Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(slots)) >> 32)
    }

    private func place(of id: PlayerID, _ hash: UInt64, in segment: Int, _ rows: RankRows) -> Int? {
        let (slots, size, mask, tag) = (
            segments[segment].slots, Int(segments[segment].size), segments[segment].rowMask,
            UInt32(truncatingIfNeeded: hash)
        )
        var place = PlayerTable.home(hash, size)
        while true {
            let slot = slots[place]
            if slot == PlayerTable.empty { return nil }
            if (slot ^ tag) & ~mask == 0, rows[slot & mask].id == id { return place }
            place = place + 1 == size ? 0 : place + 1
        }
    }

    // MARK: Growing

    private mutating func add(_ player: Player, to segment: Int, _ rows: RankRows) {
        if segments[segment].isFull { grow(segment, rows) }
        while player.row >= segments[segment].rowMask { segments[segment].widenRows() }
        segments[segment].put(player)
    }

    /// The rows of a segment with the hashes of their players. The hashes are made in one go: so the processor fetches
    /// the players side by side.
    private func players(of segment: Segment, _ rows: RankRows) -> [Player] {
        var players: [Player] = []
        players.reserveCapacity(Int(segment.count))
        for slot in segment.slots where slot != PlayerTable.empty {
            let row = slot & segment.rowMask
            players.append(Player(row: row, hash: PlayerTable.hash(rows[row].id)))
        }
        return players
    }

    /// Moves the players of a segment to slots that are a quarter more.
    private mutating func grow(_ segment: Int, _ rows: RankRows) {
        let before = segments[segment]
        segments[segment] = Segment(slots: Int(before.size) * 5 / 4 + 1, rowMask: before.rowMask)
        for player in players(of: before, rows) { segments[segment].put(player) }
    }

    /// Adds a segment, with half of the players of the one whose turn it is.
    private mutating func split(_ rows: RankRows) {
        let new = segments.count
        let old = new - (1 << (Int.bitWidth - 1 - new.leadingZeroBitCount))
        let before = segments[old]
        for segment in [old, new] {
            let emptied = Segment(slots: Int(before.count) * 5 / 8, rowMask: before.rowMask)
            if segment == new { segments.append(emptied) } else { segments[segment] = emptied }
        }
        for player in players(of: before, rows) { add(player, to: segment(of: player.hash), rows) }
    }

    /// Empties a slot, and moves those behind it that would not be found any more.
    private mutating func close(_ freed: Int, of segment: Int, _ rows: RankRows) {
        let (slots, mask) = (segments[segment].slots.count, segments[segment].rowMask)
        var (gap, place) = (freed, freed)
        while true {
            place = place + 1 == slots ? 0 : place + 1
            let slot = segments[segment].slots[place]
            if slot == PlayerTable.empty { break }
            let home = PlayerTable.home(PlayerTable.hash(rows[slot & mask].id), slots)
            // It may stay where its home is behind the gap, going round.
            let stays = gap < place ? gap < home && home <= place : gap < home || home <= place
            if stays { continue }
            segments[segment].slots[gap] = slot
            gap = place
        }
        segments[segment].slots[gap] = PlayerTable.empty
    }
}
