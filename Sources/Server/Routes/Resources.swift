import GameRules
import HTTP1
import Rooms

/// A resource of the server over HTTP.
enum Resource {
    case file(StaticFile, StaticFile.Freshness)
    case metrics
    /// Whether the server takes guesses.
    case readiness
    /// The report on personal data.
    case privacy
    /// The WebSocket.
    case socket
    /// The address under which others reach the server.
    case address
    /// The link to a room, for the cameras of phones.
    case invitation(RoomCode)
    /// The answer to a challenge of an authority for certificates.
    case challenge(HTTPResponse)
    case hub(HubResource)

    private var methods: [HTTPMethod] {
        switch self {
        case .hub(.account(let resource)): resource.methods
        case .hub(.admin(let resource)): resource.methods
        case .socket: [.get]
        case .file, .metrics, .readiness, .privacy, .address, .invitation, .challenge, .hub: [.get, .head]
        }
    }

    /// The methods that it has, as the value of an Allow field.
    var allowed: String { (methods + [.options]).map(\.rawValue).joined(separator: ", ") }

    func allows(_ method: HTTPMethod) -> Bool { method == .options || methods.contains(method) }
}

/// A resource that needs the hub.
enum HubResource: Hashable, Sendable {
    case health
    case account(AccountResource)
    case admin(AdminResource)
    case today
    case puzzle(PuzzleID)
    case results(ResultResource)
    case rooms
    /// The races of a room that are over.
    case history(RoomCode)
    case replay(RoomCode, RaceID)
    /// The finished boards of a daily race.
    case boards(RoomCode, PuzzleID)
}

/// A resource of results, which needs the hub.
enum ResultResource: Hashable, Sendable {
    /// The puzzles of a line that are in storage.
    case puzzles(PuzzleLine)
    /// A ranking such as `guess-en-5/2026-W47`, not validated yet.
    case leaderboard(String)
    /// The player's statistics.
    case statistics
    /// The days that the player has played.
    case games
}

/// The addresses of the resources.
struct Resources: Sendable {
    let files: StaticFiles
    let hasMetrics: Bool
    /// Nil where no folder is set for them.
    var challenges: Challenges?

    /// Returns the resource at a path, given by its segments; nil if there is none. `words` and `line` are the
    /// values of `?words=` and `?line=`.
    func find(_ segments: [String], words: String? = nil, line: String? = nil) -> Resource? {
        guard segments.starts(with: ["api", "v1"]) else {
            if segments.count == 1, let resource = ofOperators(segments[0]) { return resource }
            if let response = challenges?.response(to: segments) { return .challenge(response) }
            let path = "/" + segments.joined(separator: "/")
            return files.file(for: path, words: words, line: line).map { .file($0.file, $0.freshness) }
        }
        let path = Array(segments.dropFirst(2))
        switch (path.first, path.count) {
        case ("socket", 1): return .socket
        case ("health", 1): return .hub(.health)
        case ("today", 1): return .hub(.today)
        case ("session", 1): return .hub(.account(.session))
        case ("me", 1): return .hub(.account(.me))
        case ("me", 2): return mine(path[1])
        case ("link", 1): return .hub(.account(.link))
        case ("admin", 1): return .hub(.admin(.requests))
        case ("admin", 2): return administration(path[1])
        case ("privacy", 1): return .privacy
        case ("address", 1): return .address
        case ("rooms", 1): return .hub(.rooms)
        case ("rooms", 3...5): return RoomCode(path[1]).flatMap { room(at: $0, Array(path.dropFirst(2))) }
        case ("puzzles", 3): return PuzzleID("\(path[1])/\(path[2])").map { .hub(.puzzle($0)) }
        case ("puzzles", 2): return PuzzleLine(path[1]).map { .hub(.results(.puzzles($0))) }
        case ("leaderboards", 3): return .hub(.results(.leaderboard("\(path[1])/\(path[2])")))
        default: return nil
        }
    }

    /// Returns the resource for those who look after the server.
    private func ofOperators(_ name: String) -> Resource? {
        switch name {
        case "healthz": .hub(.health)
        case "readyz": .readiness
        case "metrics" where hasMetrics: .metrics
        default: nil
        }
    }

    /// Returns the resource below the player's own address.
    private func mine(_ name: String) -> Resource? {
        switch name {
        case "statistics": .hub(.results(.statistics))
        case "games": .hub(.results(.games))
        case "link": .hub(.account(.newLink))
        case "sign-out": .hub(.account(.signOut))
        case "export": .hub(.account(.export))
        default: nil
        }
    }

    /// Returns the resource below the admin page's address in the API.
    private func administration(_ name: String) -> Resource? {
        switch name {
        case "session": .hub(.admin(.session))
        case "figures": .hub(.admin(.figures))
        default: nil
        }
    }

    /// Returns the resource below a room's address.
    private func room(at code: RoomCode, _ path: [String]) -> Resource? {
        switch (path[0], path.count) {
        case ("qr.svg", 1): .invitation(code)
        case ("races", 1): .hub(.history(code))
        // A daily race has a slash in its name.
        case ("races", 2), ("races", 3):
            RaceID(path.dropFirst().joined(separator: "/")).map { .hub(.replay(code, $0)) }
        case ("boards", 3): PuzzleID("\(path[1])/\(path[2])").map { .hub(.boards(code, $0)) }
        default: nil
        }
    }
}
