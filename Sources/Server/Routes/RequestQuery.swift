import GameRules
import HTTP1
import Rooms
import Sessions

/// The query of a request, parsed on demand.
struct RequestQuery {
    private let target: RequestTarget

    init(_ target: RequestTarget) { self.target = target }

    func text(_ name: String) -> String? { target.queryValue(name) }

    /// An integer from 1 up.
    func count(_ name: String) throws(QueryFault) -> Int? {
        guard let text = text(name) else { return nil }
        guard let number = Int(text), number >= 1 else { throw .badRequest("\(name) must be an integer from 1 up.") }
        return number
    }

    /// `1` or `0`; false if it is missing.
    func flag(_ name: String) throws(QueryFault) -> Bool {
        guard let text = text(name) else { return false }
        guard ["0", "1"].contains(text) else { throw .badRequest("\(name) must be 0 or 1.") }
        return text == "1"
    }

    /// A race of a room, of which there may be none.
    func race(_ name: String) throws(QueryFault) -> RaceID? {
        guard let text = text(name) else { return nil }
        guard let race = RaceID(text) else { throw .notFound(.race) }
        return race
    }

    func day(_ name: String) throws(QueryFault) -> Day? {
        guard let text = text(name) else { return nil }
        guard let day = Day(text) else { throw .badRequest("\(name) must be a date, 2026-11-21.") }
        return day
    }

    /// A line that is not for practice; nil if it is missing.
    func line(_ name: String) throws(QueryFault) -> PuzzleLine? {
        guard let text = text(name) else { return nil }
        guard let line = PuzzleLine(text), !line.isPractice else {
            throw .badRequest("\(name) must be like guess-en-5.")
        }
        return line
    }
}
