import Rooms

/// A race as a room's log has it.
package struct StoredRace: Hashable, Sendable {
    /// Names the race.
    package let race: RaceID
    /// Members who were dealt in, or saw the board later; also those who left in the middle.
    package internal(set) var players: Int
    /// Its first event: `opened` or `round`.
    package let first: LoggedEvent
    /// Its `roundOver`; nil for a round that runs, and for daily races: their end is no event.
    package internal(set) var last: LoggedEvent?

    package init(race: RaceID, players: Int, first: LoggedEvent, last: LoggedEvent?) {
        self.race = race
        self.players = players
        self.first = first
        self.last = last
    }

    /// Whether an event belongs to what a replay of the race is made of.
    func isTold(by logged: LoggedEvent) -> Bool {
        guard let last else { return logged.event.isAboutPeople }
        guard logged.sequence <= last.sequence else { return false }
        return logged.sequence >= first.sequence || logged.event.isAboutPeople
    }
}

/// What a replay of a race is made of.
package struct RaceLog: Hashable, Sendable {
    package let race: StoredRace
    /// In order: the events about people (`RoomEvent.isAboutPeople`) from the beginning of the log, and, if the race
    /// has a last event, all from its first to that; nothing after it.
    package let events: [LoggedEvent]

    package init(race: StoredRace, events: [LoggedEvent]) {
        self.race = race
        self.events = events
    }
}

/// The races of a log: what engines with tables keep beside it.
struct RaceIndex {
    /// In the order of their first events.
    private(set) var races: [StoredRace] = []

    init(of log: [LoggedEvent]) {
        for logged in log { note(logged) }
    }

    private mutating func note(_ logged: LoggedEvent) {
        switch logged.event {
        case .opened(let race, _): begin(race, players: 0, logged)
        case .round(let deal): begin(deal.race, players: deal.seats.count, logged)
        case .started(let race, _): change(race) { $0.players += 1 }
        case .roundOver(let result): change(result.race) { $0.last = logged }
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .guessed, .finished, .named, .locked,
            .password, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready, .satOut, .settings, .series,
            .played, .seriesOver:
            break
        }
    }

    private mutating func begin(_ race: RaceID, players: Int, _ logged: LoggedEvent) {
        // A calendar that was set back opens a day twice: it stays one race.
        guard !races.contains(where: { $0.race == race }) else { return }
        races.append(StoredRace(race: race, players: players, first: logged, last: nil))
    }

    private mutating func change(_ race: RaceID, _ change: (inout StoredRace) -> Void) {
        guard let index = races.firstIndex(where: { $0.race == race }) else { return }
        change(&races[index])
    }
}
