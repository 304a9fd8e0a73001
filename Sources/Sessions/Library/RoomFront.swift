import Messages
import Rooms

/// A room as the lobby and documents show it, beside those who are there.
struct RoomFront {
    let isListed: Bool
    let name: String
    let hasPassword: Bool
    /// The running series; nil if there is none.
    let series: LobbyRoom.Progress?

    init(of state: RoomState) {
        isListed = state.door.isListed && !state.door.isClosed
        name = state.name
        hasPassword = state.door.password != nil
        series = state.series.flatMap { series in
            state.isSeriesRunning
                ? LobbyRoom.Progress(phase: series.phase.rawValue, round: series.round, of: series.settings.rounds)
                : nil
        }
    }
}
