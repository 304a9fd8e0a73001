import Bus
import GameRules
import Rooms

extension FieldWriter {
    mutating func write(_ resource: HubResource) {
        switch resource {
        case .health: byte(1)
        case .account(let account):
            byte(2)
            write(account)
        case .today: byte(3)
        case .puzzle(let puzzle):
            byte(4)
            text(puzzle.text)
        case .results(.puzzles(let line)):
            byte(5)
            text(line.text)
        case .results(.leaderboard(let name)):
            byte(6)
            text(name)
        case .results(.statistics): byte(7)
        case .results(.games): byte(8)
        case .rooms: byte(9)
        case .history(let room):
            byte(10)
            write(room)
        case .replay(let room, let race):
            byte(11)
            write(room)
            text(race.text)
        case .boards(let room, let puzzle):
            byte(15)
            write(room)
            text(puzzle.text)
        case .admin(.session): byte(12)
        case .admin(.requests): byte(13)
        case .admin(.figures): byte(14)
        }
    }

    private mutating func write(_ resource: AccountResource) {
        switch resource {
        case .session: byte(1)
        case .me: byte(2)
        case .newLink: byte(3)
        case .link: byte(4)
        case .signOut: byte(5)
        case .export: byte(6)
        }
    }
}

extension FieldReader {
    mutating func resource() throws(FieldFault) -> HubResource {
        switch try byte() {
        case 1: return .health
        case 2: return .account(try accountResource())
        case 3: return .today
        case 4: return .puzzle(try puzzle())
        case 5:
            let text = try text(upTo: MailLimits.text)
            guard let line = PuzzleLine(text), line.text == text else { throw .value("line") }
            return .results(.puzzles(line))
        case 6: return .results(.leaderboard(try text(upTo: MailLimits.target)))
        case 7: return .results(.statistics)
        case 8: return .results(.games)
        case 9: return .rooms
        case 10: return .history(try room())
        case 11:
            let room = try room()
            let text = try text(upTo: MailLimits.text)
            guard let race = RaceID(text), race.text == text else { throw .value("race") }
            return .replay(room, race)
        case 12: return .admin(.session)
        case 13: return .admin(.requests)
        case 14: return .admin(.figures)
        case 15: return .boards(try room(), try puzzle())
        case let other: throw .kind(other)
        }
    }

    private mutating func puzzle() throws(FieldFault) -> PuzzleID {
        let text = try text(upTo: MailLimits.text)
        guard let puzzle = PuzzleID(text), puzzle.text == text else { throw .value("puzzle") }
        return puzzle
    }

    private mutating func accountResource() throws(FieldFault) -> AccountResource {
        switch try byte() {
        case 1: .session
        case 2: .me
        case 3: .newLink
        case 4: .link
        case 5: .signOut
        case 6: .export
        case let other: throw .kind(other)
        }
    }
}
