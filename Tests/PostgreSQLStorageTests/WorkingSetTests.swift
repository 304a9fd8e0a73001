import GameRules
import Rooms
import Storage
import TestKit
import Testing

@testable import PostgreSQLStorage

private typealias Sample = StorageSample

/// The knowledge of a writer that has written past its working set.
struct WorkingSetTests {
    private static let gone = RoomID(number: 1)
    private static let other = RoomID(number: 2)

    /// A set that knows a closed room, an open one, a game and a player.
    private func known() -> WorkingSet {
        var known = WorkingSet()
        for (id, code) in [(Self.gone, "-1"), (Self.other, "ABCDE")] {
            known.rooms.learn(id, .success(WorkingSet.Room(code: code, last: 3)))
            known.codes.learn(code, .success(id))
            known.seats.learn(id, .success([:]))
        }
        known.games.learn(Sample.mikasGame, .success(nil))
        known.players.learn(Sample.mika.id, .success(nil))
        return known
    }

    private func knows(_ id: RoomID, _ code: String, _ known: WorkingSet) -> [Bool] {
        [known.rooms.knows(id), known.codes.knows(code), known.seats.knows(id)]
    }

    @Test("After a piece of a room is gone, that room alone is looked up again")
    func forgottenRoom() {
        var known = known()
        known.forget(after: .forgetRoom(Self.gone, through: 2))
        #expect(knows(Self.gone, "-1", known) == [false, false, false])
        #expect(knows(Self.other, "ABCDE", known) == [true, true, true])
        #expect(known.games.knows(Sample.mikasGame) && known.players.knows(Sample.mika.id))
    }

    @Test("Writes of moderators change nothing that the writer knows, and a deletion may change everything")
    func otherWrites() {
        var known = known()
        let others: [Write] = [
            .announce(nil), .leaveOut(LeftOutWord(word: "maple", time: 1)), .bringBack(word: "maple"),
            .countRefused(Day(number: 20_000), []),
        ]
        for write in others { known.forget(after: write) }
        #expect(knows(Self.gone, "-1", known) == [true, true, true])
        known.forget(after: .deletePlayer(Sample.mika.id, name: "gone"))
        #expect(knows(Self.other, "ABCDE", known) == [false, false, false])
        #expect(!known.games.knows(Sample.mikasGame) && !known.players.knows(Sample.mika.id))
    }
}
