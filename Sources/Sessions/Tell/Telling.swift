import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// A message, or a consequence, that is released once what it rests on is durable.
enum Telling {
    /// The answer to a request. If what it rests on is lost, the request is refused with `storage_unavailable` instead.
    case answer(OutgoingMessage, to: Session, request: Int)
    /// The answer to `watch`, or to `join`.
    case entrance(Entrance)
    /// The answer to `leave` of a member. The player's other connections on that seat are told too.
    case seatGivenUp(Seat, of: LivePlayer, in: LiveRoom, by: Asker)
    /// The answer to `leave` of a connection that only watched.
    case watchingEnded(OutgoingMessage, of: LiveRoom, to: Session)
    /// A push; dropped if what it rests on is lost.
    case push(OutgoingMessage, to: Session)
    /// A message that holds even if commits are lost.
    case anyway(OutgoingMessage, to: Session)
    /// An event of a room, for everybody who sees it, with its consequences. `shown`: the events that viewers of the
    /// room's veil see in its place; nil for a room without a veil.
    case news(LoggedEvent, shown: [LoggedEvent]?, of: LiveRoom)
    /// A member's reaction, for everybody who sees the room.
    case reaction(Reaction, of: Seat, in: LiveRoom)
    /// The presence of a room as it was when this was decided, for everybody who sees the room.
    case presence(Presence, of: LiveRoom)
    /// A snapshot of a room, for slow watchers on a shard.
    case snapshot(OutgoingMessage, sequence: Int, of: RoomCode, shard: Int)
    /// A consequence beyond the messages.
    case outcome(Outcome)

    /// The receiving connection; nil if it goes to none or many.
    var receiver: Session? {
        switch self {
        case .answer(_, let session, _), .watchingEnded(_, _, let session), .push(_, let session),
            .anyway(_, let session):
            session
        case .entrance(let entrance): entrance.session
        case .seatGivenUp(_, _, _, let asker): asker.session
        case .news, .reaction, .presence, .snapshot, .outcome: nil
        }
    }
}

/// The consequence of a durable or lost decision, besides its messages.
enum Outcome {
    /// A game that counts has ended.
    case ranked(PlayerID, PuzzleID, FinishRecord)
    /// A game with a time limit was shown, which the clock ends at this instant.
    case timed(GameKey, endsAt: Int)
    /// A player has another name.
    case named(LivePlayer, String, before: String)
    /// A text for the operator's log.
    case noted(String)
    /// An operation of several steps goes on, with the step that has this number at the `Committer`.
    case resumed(step: Int)
    /// A guess was answered. `began`: its time on the meter's clock, in ns.
    case guessed(began: Int)
}

/// The entry of a connection into a room.
struct Entrance {
    let session: Session
    let request: Int
    let room: LiveRoom
    let message: OutgoingMessage
    /// The event after which a watcher's feed begins; nil for players, who have none.
    let feedAfter: Int?
    /// Whether the connection saw the room from a seat before.
    let wasPlayer: Bool
    /// The value of `generationOfWatchers` when the entry was decided.
    let generation: Int
    /// The code by which the connection knew the room.
    let code: String
}

extension Teller {
    /// Something to tell that waits until storage has answered.
    struct Owed {
        /// The place in the order of decisions.
        let place: Int
        /// The ticket that the message rests on.
        let footing: Int
        /// Further tickets that it rests on.
        var grounds: [Int] = []
        let telling: Telling
        /// The receiving connection of the message; nil if it goes to none or many.
        let receiver: Session?
        var isLost = false
    }

    /// The change of a room that takes effect when it is announced.
    enum RoomTurn {
        /// The room is found by its new code only; `before` is void.
        case code(before: RoomCode)
        /// The room is in the lobby, or is there no more.
        case listing
        case closed
    }
}
