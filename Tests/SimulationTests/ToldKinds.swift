import Messages
import TestKit

@testable import Server

/// Something that the server said: when, to which connection, and what.
struct Told {
    /// In place of a connection: who asks over HTTP, the operator, and whoever sees figures and the log.
    enum Listener {
        static let web = 0
        static let admin = -1
        static let onlooker = -2
    }

    let time: Int
    /// The number of a connection, or one of `Listener`.
    let connection: Int
    /// The number of the player who hears it; nil for what has no player.
    let player: Int?
    /// Which document it is; nil for a message, and for a refusal over HTTP.
    let document: DocumentKind?
    /// Whether the transport may compress it, so that its length tells of what is in it.
    let mayBeCompressed: Bool
    let json: [UInt8]
}

/// The messages of a server, by what they are called in JSON.
///
/// A message that is new does not compile before it is here, and `SecrecyTests` wants each to be said where worlds are
/// compared.
enum MessageKind: String, CaseIterable {
    case welcome, renamed, game, judged, solutions, counts, joined, watching, left, done, code, played, board,
        reaction, ranking, standing,
        lobby, pong
    case error, event, snapshot, presence, moved, day, resync, announcement
    case hardMode = "hard_mode"
    case stageKey = "stage_key"
    case rankingEnded = "ranking_ended"
    case movedInRoom = "moved in a room"

    init(_ message: ServerMessage) {
        self =
            switch message {
            case .welcome: .welcome
            case .renamed: .renamed
            case .game: .game
            case .judged: .judged
            case .solutions: .solutions
            case .counts: .counts
            case .hardMode: .hardMode
            case .joined: .joined
            case .watching: .watching
            case .left: .left
            case .done: .done
            case .code: .code
            case .stageKey: .stageKey
            case .played: .played
            case .board: .board
            case .reaction: .reaction
            case .ranking: .ranking
            case .standing: .standing
            case .rankingEnded: .rankingEnded
            case .lobby: .lobby
            case .pong: .pong
            case .error: .error
            case .event: .event
            case .snapshot: .snapshot
            case .presence: .presence
            case .moved: .moved
            case .movedInRoom: .movedInRoom
            case .day: .day
            case .resync: .resync
            case .announcement: .announcement
            }
    }

    /// The kind of a message as it is sent; nil if it has none.
    init?(_ json: [UInt8]) {
        guard let message = try? JSONTree(parsing: json) else { return nil }
        self.init(message)
    }

    init?(_ message: JSONTree) {
        guard let type = message.type, let kind = MessageKind(rawValue: type) else { return nil }
        self = kind == .moved && message["room"] != nil ? .movedInRoom : kind
    }
}

/// The events of a room, by what they are called in JSON. As with messages, none can be new without being here.
enum EventKind: String, CaseIterable {
    case created, joined, left, renamed, pseudonym, hosted, opened, started, guessed, finished, named, locked, password
    case daily, listed, barred, code, kicked, unkicked, closed, ready, settings, series, round, dealt
    case nameHeld = "pseudonym that is held"
    case satOut = "sit_out"
    case roundOver = "round_over"
    case seriesOver = "series_over"

    init(_ event: RoomEventView.Kind) {
        self =
            switch event {
            case .created: .created
            case .joined: .joined
            case .left: .left
            case .renamed: .renamed
            case .pseudonym(_, _, let isHeld): isHeld ? .nameHeld : .pseudonym
            case .hosted: .hosted
            case .opened: .opened
            case .started: .started
            case .guessed: .guessed
            case .finished: .finished
            case .named: .named
            case .daily: .daily
            case .locked: .locked
            case .password: .password
            case .listed: .listed
            case .barred: .barred
            case .code: .code
            case .kicked: .kicked
            case .unkicked: .unkicked
            case .closed: .closed
            case .ready: .ready
            case .satOut: .satOut
            case .settings: .settings
            case .series: .series
            case .round: .round
            case .dealt: .dealt
            case .roundOver: .roundOver
            case .seriesOver: .seriesOver
            }
    }

    /// The kind of the event in a message; nil if there is none.
    init?(_ message: JSONTree) {
        guard let event = message["event"], let name = event["kind"]?.text, let kind = EventKind(rawValue: name) else {
            return nil
        }
        self = kind == .pseudonym && event["held"] == true ? .nameHeld : kind
    }
}

/// The documents in which the hub tells of games over HTTP.
enum DocumentKind: CaseIterable {
    case today, puzzle, puzzles, leaderboard, statistics, games, rooms, history, replay, boards, export

    /// Nil for what tells nothing of games: a resource that is new does not compile before somebody has said so.
    init?(_ resource: Resource) {
        switch resource {
        // Files are the same for everybody; figures, settings and the server's address are the operator's.
        case .file, .metrics, .readiness, .privacy, .address: return nil
        // Messages are another list.
        case .socket: return nil
        // An invitation is a page with the code from its address.
        case .invitation: return nil
        // An authority for certificates asks for it, by a name of its own.
        case .challenge: return nil
        case .hub(let resource):
            guard let kind = DocumentKind(resource) else { return nil }
            self = kind
        }
    }

    private init?(_ resource: HubResource) {
        switch resource {
        // Says that the server is there.
        case .health: return nil
        // What the operator is answered is compared where it comes from (`Simulation.operate`).
        case .admin: return nil
        case .account(let resource):
            switch resource {
            // Who one is, and by which cookie or code.
            case .session, .me, .newLink, .link, .signOut: return nil
            case .export: self = .export
            }
        case .today: self = .today
        case .puzzle: self = .puzzle
        case .results(let resource):
            switch resource {
            case .puzzles: self = .puzzles
            case .leaderboard: self = .leaderboard
            case .statistics: self = .statistics
            case .games: self = .games
            }
        case .rooms: self = .rooms
        case .history: self = .history
        case .replay: self = .replay
        case .boards: self = .boards
        }
    }
}
