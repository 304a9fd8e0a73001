import Messages
import Rooms

/// A room as the lobby and documents show it, without its presence. It follows the events that were told, and not the
/// hub's memory, which runs ahead of the disk.
struct RoomFront: Equatable {
    private(set) var isListed: Bool
    private(set) var name: String
    private(set) var hasPassword: Bool
    /// The running series; nil if there is none.
    private(set) var series: LobbyRoom.Progress?

    /// Makes the front of a room that is durable as it is.
    init(of state: RoomState) {
        isListed = state.door.isListed && !state.door.isClosed
        name = state.name
        hasPassword = state.door.password != nil
        series = state.series.flatMap { series in
            guard state.isSeriesRunning else { return nil }
            return LobbyRoom.Progress(
                phase: series.phase.rawValue, round: series.roundNumber, of: series.settings.rounds)
        }
    }

    /// Applies an event that is durable. The rules are those of `RoomState.apply`.
    mutating func apply(_ event: RoomEvent) {
        switch event {
        case .created(let name), .named(let name): self.name = name
        case .listed(let isListed): self.isListed = isListed
        case .closed: isListed = false
        case .password(let password): hasPassword = password != nil
        case .series(_, let settings):
            series = LobbyRoom.Progress(phase: Series.Phase.pause.rawValue, round: 0, of: settings.rounds)
        case .round(let deal):
            series?.phase = Series.Phase.round.rawValue
            series?.round = deal.round
        case .roundOver: series?.phase = Series.Phase.pause.rawValue
        case .seriesOver: series = nil
        case .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed, .finished, .locked,
            .daily, .barred, .code, .kicked, .unkicked, .ready, .satOut, .settings, .dealt, .played:
            break
        }
    }
}
