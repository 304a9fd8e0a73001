import GameRules
import Rooms

/// The daily races of rooms, updated from the games of their members.
struct DailyRaces: HubPart {
    let context: HubContext

    /// Returns the puzzle of a room's race of today: of the race that is open, or else of the line that the host chose.
    func puzzle(of room: RoomState) -> PuzzleID {
        room.race(on: days.current)?.puzzle ?? PuzzleID(line: context.dailyLine(of: room), day: days.current)
    }

    /// Opens today's race in a room, unless it is open.
    func open(in room: LiveRoom, _ decision: inout Decision) {
        do {
            decision.note(try room.append(room.state.decide(.openDaily(puzzle(of: room.state))), time: now))
        } catch {
            preconditionFailure("opening a race is never refused")
        }
    }

    /// Updates the player's lane in every room in memory. Other rooms catch up when they are loaded.
    func follow(_ game: LiveGame, of player: LivePlayer, in rooms: LiveRooms, _ decision: inout Decision) {
        guard let lane = game.lane else { return }
        // The rollover takes a moment to reach all rooms; a player who has guessed has opened the race already.
        let mayBeNew = lane.rows.isEmpty && game.key.puzzle.day == days.current
        for record in player.seats.values {
            guard let room = rooms[record.id] else { continue }
            if mayBeNew { open(in: room, &decision) }
            follow(lane, of: player.id, game.key.puzzle, in: room, &decision)
        }
    }

    /// Updates one lane.
    func follow(
        _ lane: Lane, of player: PlayerID, _ puzzle: PuzzleID, in room: LiveRoom, _ decision: inout Decision
    ) {
        do throws(RoomRefusal) {
            decision.note(try room.append(room.state.decide(.follow(player, puzzle: puzzle, lane)), time: now))
        } catch {
            // The player left the room a moment ago, so the lane stays as it is.
            return
        }
    }

    /// Opens today's race in a room, unless it is open, and updates a member's lane.
    func catchUp(_ room: LiveRoom, with player: LivePlayer, _ decision: inout Decision) {
        open(in: room, &decision)
        let puzzle = puzzle(of: room.state)
        guard let lane = player.games[puzzle]?.lane else { return }
        follow(lane, of: player.id, puzzle, in: room, &decision)
    }
}
