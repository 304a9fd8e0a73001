import GameRules
import Rooms
import Storage
import StoredRows

// Players and puzzles.
extension WorkingSet {
    mutating func create(_ player: PlayerRecord) throws(StorageError) {
        try WriteRules.createPlayer(player.id, exists: players.row(player.id) != nil)
        players.set(player.id, Player(record: player, isDeleted: false))
        add(
            .player(player.id), .text(player.name), .text(player.name.folded), .integer(player.createdAt),
            .integer(player.sessions), .optional(player.nameResetUntil), .optional(player.bannedAt),
            .day(player.seenOn), to: .playersMade)
    }

    mutating func rename(_ id: PlayerID, _ change: (inout PlayerRecord) -> Void) throws(StorageError) {
        try WriteRules.renamePlayer(id, exists: isThere(id))
        try self.change(id, change)
    }

    mutating func noteVisit(of id: PlayerID, on day: Day) throws(StorageError) {
        guard try isThere(id), let seen = try players.row(id)?.record.seenOn, seen < day else { return }
        try change(id) { $0.seenOn = day }
    }

    mutating func endSessions(_ id: PlayerID, _ sessions: Int) throws(StorageError) {
        try WriteRules.endSessions(
            id, sessions: sessions, stored: isThere(id) ? players.row(id)?.record.sessions : nil)
        try change(id) { $0.sessions = sessions }
    }

    private mutating func change(_ id: PlayerID, _ change: (inout PlayerRecord) -> Void) throws(StorageError) {
        guard var player = try players.row(id) else { preconditionFailure("checked before") }
        change(&player.record)
        players.set(id, player)
        add(
            .player(id), .text(player.record.name), .text(player.record.name.folded),
            .integer(player.record.sessions), .optional(player.record.nameResetUntil),
            .optional(player.record.bannedAt), .day(player.record.seenOn), to: .playersChanged)
    }

    /// Whether there is this player and was not deleted.
    func isThere(_ id: PlayerID) throws(StorageError) -> Bool {
        try players.row(id).map { !$0.isDeleted } ?? false
    }

    mutating func pin(_ new: PinnedPuzzle) throws(StorageError) {
        guard try WriteRules.pinPuzzle(new, stored: puzzles.row(new.puzzle)?.answer) else { return }
        if let player = new.knownTo { try WriteRules.pinPuzzle(knownTo: player, exists: isThere(player)) }
        puzzles.set(new.puzzle, Puzzle(answer: new.answer, isHosts: new.isHosts, isPublished: false))
        add(
            .text(new.puzzle.line.text), .day(new.puzzle.day), .word(new.answer), .text(new.listVersion),
            .optional(new.knownTo), to: .puzzlesPinned)
    }

    mutating func unpin(_ puzzle: PuzzleID) throws(StorageError) {
        let stored = try puzzles.row(puzzle)
        try WriteRules.unpinPuzzle(puzzle, isHosts: stored?.isHosts, isPublished: stored?.isPublished)
        puzzles.set(puzzle, nil)
        add(.text(puzzle.line.text), .day(puzzle.day), .null, .null, .null, to: .puzzlesPinned)
    }

    mutating func publish(_ puzzle: PuzzleID, _ instant: Int, _ when: String) throws(StorageError) {
        guard var stored = try puzzles.row(puzzle) else { throw WriteRules.notPinned(puzzle) }
        guard !stored.isPublished else { return }
        stored.isPublished = true
        puzzles.set(puzzle, stored)
        add(.text(puzzle.line.text), .day(puzzle.day), .integer(instant), .text(when), to: .puzzlesPublished)
    }
}

extension String {
    /// The text with A to Z made small, as searches compare it.
    var folded: String {
        String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
