import GameRules
import Messages
import Puzzles
import Rooms
import Storage

/// One thing that is told, or follows, when what it rests on is durable.
enum Telling {
    /// The answer to a request. If what it tells of is lost, the request is refused as `storage_unavailable` in its
    /// place.
    case answer(OutgoingMessage, to: Session, request: Int)
    /// The answer to `watch`, or to `join`.
    case entrance(Entrance)
    /// The answer to `leave`: the player's other connections that see the room from that seat are told, too.
    case seatGivenUp(Seat, of: LivePlayer, in: LiveRoom, by: Asker)
    /// The answer to `leave` of a connection that only watched.
    case watchingEnded(OutgoingMessage, of: LiveRoom, to: Session)
    /// A push, if what it tells of is not lost.
    case push(OutgoingMessage, to: Session)
    /// A message that is true whatever is lost.
    case anyway(OutgoingMessage, to: Session)
    /// An event of a room, for everybody who sees it, and what follows from it.
    case news(LoggedEvent, of: LiveRoom)
    /// A reaction of a member's, for everybody who sees the room.
    case reaction(Reaction, of: Seat, in: LiveRoom)
    /// Who is in a room, for everybody who sees it.
    case presence(of: LiveRoom)
    /// The picture of a room, for watchers on a shard that had fallen behind.
    case snapshot(OutgoingMessage, sequence: Int, of: RoomCode, shard: Int)
    /// A consequence for others than those who are connected.
    case outcome(Outcome)
    /// Goes on with what reads and writes in several steps.
    case resume((_ durable: Bool) -> Void)
}

/// What follows from a decision that is durable, or lost, apart from what is said.
enum Outcome {
    /// A game has ended that counts.
    case ranked(LivePlayer, PuzzleID, FinishRecord)
    /// A player is called otherwise.
    case named(LivePlayer, String, before: String)
    /// Something that the operator may have to judge.
    case noted(String)
    /// A guess was answered. `began`: as of the meter's clock, ns.
    case guessed(began: Int)
}

/// A connection that is shown a room.
struct Entrance {
    let session: Session
    let request: Int
    let room: LiveRoom
    let message: OutgoingMessage
    /// The event after which the feed of a watcher begins; nil for players, who have none.
    let feedAfter: Int?
    /// Whether it saw the room from a seat before.
    let wasPlayer: Bool
    /// Of watchers, when this was decided.
    let generation: Int
    /// The code by which it knew the room.
    let code: String
}
