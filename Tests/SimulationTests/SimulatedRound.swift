import GameRules
import Rooms

@testable import Storage

/// A round of sprints, as the log on disk has it.
struct SimulatedRound {
    let room: RoomID
    let race: RaceID
    let answer: Word
    /// The letters of an anagram in their order, and whether they are on disk as dealt; nil in other games.
    let tiles: Word?
    var isDealt = false
    let starts: Int
    let rows: Int
    /// Whether somebody was, or wanted to be, called by the word before it was dealt.
    let wasSpoken: Bool
    /// The guesses of each player, also of those who have left.
    var words: [PlayerID: [Word]] = [:]
    var isOn = true
    /// The instant from which on everybody may be told the letters: the start, or the end of a round that a host ended
    /// before that.
    private(set) var isPublicSince: Int

    init(_ deal: SprintDeal, in room: RoomID, wasSpoken: Bool) {
        self.room = room
        self.wasSpoken = wasSpoken
        tiles = deal.tiles
        starts = deal.starts
        isPublicSince = deal.starts
        race = deal.race
        answer = deal.answer
        rows = deal.sprint.rows
    }

    mutating func end(at now: Int) {
        isOn = false
        isPublicSince = min(isPublicSince, now)
    }

    /// Whether a player has finished, and so knows the word.
    func isOver(for player: PlayerID) -> Bool {
        let words = words[player] ?? []
        return tiles == nil ? words.count == rows || words.last == answer : words.contains(answer)
    }
}
