import Rooms

/// A race in a room's log.
package struct StoredRace: Hashable, Sendable {
    /// The race's name.
    package let race: RaceID
    /// The number of members who were dealt in or saw the board later, those who left included.
    package internal(set) var players: Int
    /// The race's first event: `opened` or `round`.
    package let first: LoggedEvent
    /// The race's `roundOver`. Nil for a running round, and for daily races, whose end is no event.
    package internal(set) var last: LoggedEvent?

    package init(race: RaceID, players: Int, first: LoggedEvent, last: LoggedEvent?) {
        self.race = race
        self.players = players
        self.first = first
        self.last = last
    }

    /// Whether an event belongs to the part of the log that a replay of the race needs.
    func isTold(by logged: LoggedEvent) -> Bool {
        guard let last else { return logged.event.isAboutPeople }
        guard logged.sequence <= last.sequence else { return false }
        return logged.sequence >= first.sequence || logged.event.isAboutPeople
    }
}

/// The part of a log that a replay of a race needs.
package struct RaceLog: Hashable, Sendable {
    package let race: StoredRace
    /// The events about people (`RoomEvent.isAboutPeople`) from the start of the log. For a race with a last event also
    /// all from its first to its last. Nothing after that.
    package let events: [LoggedEvent]

    package init(race: StoredRace, events: [LoggedEvent]) {
        self.race = race
        self.events = events
    }
}

/// The races of a log, which engines with tables keep in an index.
struct RaceIndex {
    /// The races in the order of their first events.
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
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .guessed, .finished, .named, .daily,
            .locked,
            .password, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready, .satOut, .settings, .series,
            .dealt, .played, .seriesOver:
            break
        }
    }

    private mutating func begin(_ race: RaceID, players: Int, _ logged: LoggedEvent) {
        // A calendar that was set back opens a day twice. Both are one race.
        guard !races.contains(where: { $0.race == race }) else { return }
        races.append(StoredRace(race: race, players: players, first: logged, last: nil))
    }

    private mutating func change(_ race: RaceID, _ change: (inout StoredRace) -> Void) {
        guard let index = races.firstIndex(where: { $0.race == race }) else { return }
        change(&races[index])
    }
}
