import GameRules
import Testing

@testable import Rooms

/// A room with a clock, connections and a pack of words, all in the test's hand.
struct TestRoom {
    private(set) var state = RoomState()
    var now = 1_000_000
    var presence = RoomPresence(seenSince: 0)
    /// Words that rounds get, in order; then again from the first.
    var pack = ["adieu", "banjo", "cello", "fjord"]
    private(set) var log: [LoggedEvent] = []

    static func player(_ number: Int) -> PlayerID { PlayerID(high: 0, low: UInt64(number)) }

    /// Five letters as a word.
    static func word(_ text: String) -> Word { Word(text.utf8.map { Letter($0 - 0x61) }) }

    /// A room with these seats, all connected; seat 1 is host.
    init(seats: Int = 2) {
        take(.created(name: "Kites"), .joined(seat: 1, player: TestRoom.player(1), name: "Racer 1"), .hosted(seat: 1))
        for seat in 2..<(seats + 1) { take(.joined(seat: seat, player: TestRoom.player(seat), name: "Racer \(seat)")) }
        presence.follow(Set(1...seats), in: state, now: now)
    }

    mutating func take(_ events: RoomEvent...) { take(events) }

    mutating func take(_ events: [RoomEvent]) {
        for event in events {
            let logged = LoggedEvent(sequence: state.sequence + 1, time: now, event: event)
            log.append(logged)
            state.apply(logged)
        }
    }

    /// The first word of the pack that is not among the last used, which are all but one.
    var dealer: SprintDealer {
        let words = pack.map(TestRoom.word)
        return { _, line, used in
            guard line.language == "en" else { return nil }
            let last = used.suffix(words.count - 1)
            let word = words.first { !last.contains($0) } ?? words[0]
            return SprintWord(PuzzleSecret(answer: word), salt: "5a17", commitment: "c0de")
        }
    }

    @discardableResult
    mutating func use(_ power: HostPower, by player: Int = 1) throws(RoomRefusal) -> [RoomEvent] {
        let events = try state.decide(
            power, by: TestRoom.player(player), now: now, present: presence.present, dealer: dealer)
        take(events)
        return events
    }

    /// A guess of the round that runs, or ran last.
    @discardableResult
    mutating func play(_ text: String, row: Int, by player: Int) throws(SprintMoveRefusal) -> SprintMoveResult {
        let move = SprintMove(race: state.series?.round?.race.text ?? "", row: row, word: TestRoom.word(text))
        let result = try state.decide(move, by: TestRoom.player(player), now: now, isInList: { _ in true })
        take(result.events)
        return result
    }

    /// All that is due now.
    @discardableResult
    mutating func tick() -> [RoomEvent] {
        var all: [RoomEvent] = []
        presence.follow(presence.present, in: state, now: now)
        while true {
            let events = state.due(now: now, heard: now, presence, dealer: dealer)
            guard !events.isEmpty else { return all }
            take(events)
            all += events
        }
    }

    mutating func advance(ms: Int) { now += ms }

    /// A connection goes, the last one of its seat.
    mutating func lose(_ seat: Seat) {
        presence.goneAt[seat] = now
        presence.follow(presence.present.subtracting([seat]), in: state, now: now)
    }

    mutating func comeBack(_ seat: Seat) {
        presence.goneAt[seat] = nil
        presence.follow(presence.present.union([seat]), in: state, now: now)
    }

    /// Begins a series, and lets the countdown pass.
    mutating func start(_ change: (inout SprintSettings) -> Void = { _ in }) throws {
        var settings = state.sprintSettings
        change(&settings)
        try use(.settings(settings))
        try use(.start)
        advance(ms: RoomState.countdown)
    }

    var series: Series? { state.series }
    var round: Round? { state.series?.round }
}
