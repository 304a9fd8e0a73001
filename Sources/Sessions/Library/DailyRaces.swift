import GameRules
import Rooms

/// What rooms hear of the games of their members: the race of the day.
struct DailyRaces: HubPart {
    let context: HubContext

    /// Opens today's race in a room, if it is not open.
    func open(in room: LiveRoom, _ decision: inout Decision) {
        do {
            decision.note(try room.append(room.state.decide(.openDaily(days.usualPuzzle)), time: now))
        } catch {
            preconditionFailure("opening a race is never refused")
        }
    }

    /// Brings the player's lane up to date in every room that is in memory. Rooms that are not catch up when loaded.
    func follow(_ game: LiveGame, of player: LivePlayer, in rooms: LiveRooms, _ decision: inout Decision) {
        guard let lane = game.lane else { return }
        // At midnight it takes a moment until all rooms have it; who has guessed has opened it before.
        let mayBeNew = lane.rows.isEmpty && game.key.puzzle == days.usualPuzzle
        for record in player.seats.values {
            guard let room = rooms[record.id] else { continue }
            if mayBeNew { open(in: room, &decision) }
            follow(lane, of: player.id, game.key.puzzle, in: room, &decision)
        }
    }

    /// Brings one lane up to date.
    func follow(
        _ lane: Lane, of player: PlayerID, _ puzzle: PuzzleID, in room: LiveRoom, _ decision: inout Decision
    ) {
        do throws(RoomRefusal) {
            decision.note(try room.append(room.state.decide(.follow(player, puzzle: puzzle, lane)), time: now))
        } catch {
            // The player left the room a moment ago: the room does not follow any more.
            return
        }
    }

    /// Opens today's race in a room, if it is not open, and shows it how far a member has come.
    func catchUp(_ room: LiveRoom, with player: LivePlayer, _ decision: inout Decision) {
        open(in: room, &decision)
        guard let lane = player.games[days.usualPuzzle]?.lane else { return }
        follow(lane, of: player.id, days.usualPuzzle, in: room, &decision)
    }
}
