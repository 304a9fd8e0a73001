import GameRules
import HTTP1
import Rooms

/// What can be asked for over HTTP.
enum Resource {
    case file(StaticFile, StaticFile.Freshness)
    case metrics
    /// The WebSocket.
    case socket
    /// The link to a room, for the cameras of phones.
    case invitation(RoomCode)
    case hub(HubResource)

    /// The methods that it has, as the value of an Allow field.
    var allowed: String {
        switch self {
        case .hub(.session): "POST, OPTIONS"
        case .socket: "GET, OPTIONS"
        case .file, .metrics, .invitation, .hub: "GET, HEAD, OPTIONS"
        }
    }

    func allows(_ method: HTTPMethod) -> Bool {
        switch (self, method) {
        case (_, .options), (.hub(.session), .post), (.socket, .get): true
        case (.hub(.session), _), (.socket, _): false
        case (_, .get), (_, .head): true
        default: false
        }
    }
}

/// What only the hub knows.
enum HubResource: Hashable, Sendable {
    case health
    case session
    case today
    case puzzle(PuzzleID)
    case leaderboard(PuzzleID)
    case rooms
    /// The races of a room that are over.
    case history(RoomCode)
    case replay(RoomCode, RaceID)
}

/// The addresses of the resources.
struct Resources: Sendable {
    let files: StaticFiles
    let hasMetrics: Bool

    /// What is at a path, given by its segments. Nil if nothing is.
    func find(_ segments: [String]) -> Resource? {
        guard segments.starts(with: ["api", "v1"]) else {
            if segments == ["metrics"], hasMetrics { return .metrics }
            return files.file(for: "/" + segments.joined(separator: "/")).map { .file($0.file, $0.freshness) }
        }
        let path = Array(segments.dropFirst(2))
        switch (path.first, path.count) {
        case ("socket", 1): return .socket
        case ("health", 1): return .hub(.health)
        case ("today", 1): return .hub(.today)
        case ("session", 1): return .hub(.session)
        case ("rooms", 1): return .hub(.rooms)
        case ("rooms", 3...5): return RoomCode(path[1]).flatMap { room(at: $0, Array(path.dropFirst(2))) }
        case ("puzzles", 3): return PuzzleID("\(path[1])/\(path[2])").map { .hub(.puzzle($0)) }
        case ("leaderboards", 3): return PuzzleID("\(path[1])/\(path[2])").map { .hub(.leaderboard($0)) }
        default: return nil
        }
    }

    /// What is below a room's address.
    private func room(at code: RoomCode, _ path: [String]) -> Resource? {
        switch (path[0], path.count) {
        case ("qr.svg", 1): .invitation(code)
        case ("races", 1): .hub(.history(code))
        // A daily race has a slash in its name.
        case ("races", 2), ("races", 3):
            RaceID(path.dropFirst().joined(separator: "/")).map { .hub(.replay(code, $0)) }
        default: nil
        }
    }
}
