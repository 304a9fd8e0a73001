import GameRules
import Leaderboards
import Storage
import Synchronization

/// A connection that sees the state at its making, and no later commit.
final class FoldSnapshot: Sendable {
    /// Used by one thread after the other.
    private let session: Mutex<Connection>

    /// Begins a transaction, whose first statement takes the snapshot.
    init(_ session: sending Connection) throws(ConnectionFault) {
        _ = try session.run([
            Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), Statement("SELECT pg_current_snapshot()"),
        ])
        self.session = Mutex(session)
    }

    /// Gives the ranked games of a line on these days to `add`, in pieces, by day, score and player. Each piece begins
    /// in the index behind the one before. Throws `closed` between two pieces if `isClosing`.
    func fold<T: Sendable>(
        _ line: PuzzleLine, _ days: ClosedRange<Day>, into initial: T, _ isClosing: borrowing Atomic<Bool>,
        _ add: @Sendable (inout T, [RankedResult]) -> Void
    ) throws(StorageError) -> T {
        var value = initial
        var start = (day: days.lowerBound.number, score: Int.min, player: Parameter.text(""))
        while true {
            let statement = FoldSnapshot.piece(line, start, through: days.upperBound)
            let (piece, lastScore) = try session.withLock { FoldSnapshot.results(of: line, statement, $0) }.get()
            if !piece.isEmpty { add(&value, piece) }
            guard piece.count == RankedResult.chunk, let last = piece.last else { return value }
            if isClosing.load(ordering: .acquiring) { throw .closed }
            start = (last.day.number, lastScore, .player(last.player))
        }
    }

    private static func piece(
        _ line: PuzzleLine, _ start: (day: Int, score: Int, player: Parameter), through end: Day
    ) -> Statement {
        Statement(
            """
            SELECT player, day, score FROM games
            WHERE line = $1::text AND (day, score, player) > ($2::bigint, $3::bigint, $4::bytea) AND day <= $5::bigint
                AND score IS NOT NULL ORDER BY day, score, player LIMIT $6::bigint
            """, .line(line), .integer(start.day), .integer(start.score), start.player, .day(end),
            .integer(RankedResult.chunk))
    }

    /// A piece, and the stored score of its last result.
    private static func results(
        of line: PuzzleLine, _ statement: Statement, _ session: Connection
    ) -> Result<([RankedResult], Int), StorageError> {
        let answer: Answer
        do throws(ConnectionFault) {
            answer = try session.run([statement])[0]
        } catch {
            return .failure(error.storageError)
        }
        var piece: [RankedResult] = []
        piece.reserveCapacity(answer.count)
        var lastScore = 0
        do throws(StorageError) {
            try answer.forEach { row throws(StorageError) in
                lastScore = row.integer(2)
                piece.append(try row.rankedResult(of: line))
            }
        } catch {
            return .failure(error)
        }
        return .success((piece, lastScore))
    }
}
