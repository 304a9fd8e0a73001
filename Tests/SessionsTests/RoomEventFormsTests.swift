import Foundation
import GameRules
import Messages
import Rooms
import TestKit
import Testing

@testable import Sessions

/// Each kind of event has a form in the log, on the wire, in the protocol's page and in the page's types. A new kind
/// fails here for each form that it lacks.
@Suite struct RoomEventFormsTests {
    private static let events: [RoomEvent] = {
        guard let code = RoomCode("QRSTV") else { preconditionFailure("a code") }
        return StorageSample.everyEvent + [.named(name: "Larks"), .daily(line: .standard), .code(code: code), .closed]
    }()

    /// Events of a kind of game with tiles and points, which have fields of their own.
    private static func timedEvents() throws -> [RoomEvent] {
        let race = RaceID.sprint(series: 1, round: 1)
        let (tiles, found) = (
            Tiles(Word("gtrasen".utf8.map { Letter($0 - 0x61) })), try #require(FoundLength(length: 4, points: 16))
        )
        var settings = SprintSettings()
        settings.line = try #require(TestWords.anagramLine)
        let secret = PuzzleSecret(answer: tiles.letters, tiles: tiles)
        return [
            .round(
                deal: SprintDeal(
                    series: 1, round: 1, seats: [1], starts: 5, ends: 6,
                    word: SprintWord(secret, salt: "00", commitment: "11"), sprint: settings)),
            .guessed(race: race, seat: 1, row: 0, pattern: .found(found), elapsed: 9),
            .finished(race: race, seat: 1, solved: true, turns: 1, elapsed: 9, points: 16),
        ]
    }

    /// The names on the wire of the kinds of the log, with those of their fields.
    private static func told(
        _ events: [RoomEvent] = events
    ) throws -> [(kind: RoomEvent.Kind, name: String, fields: Set<String>)] {
        let views = Views(context: try HubWorld().hub.context)
        return try StorageSample.log(events).map { logged in
            let view = views.view(of: logged)
            let message = ServerMessage.event(room: "KYTE7", epoch: 1, view)
            #expect(try ReceivedMessage(decoding: message.encoded()).message == message)
            let event = try #require(try JSONTree(parsing: message.encoded())["event"])
            #expect(event["kind"]?.text == view.kind.name.rawValue)
            return (logged.event.kind, view.kind.name.rawValue, Set(event.fields?.keys.map { $0 } ?? []))
        }
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(TestServer.root)/\(path)")), as: UTF8.self)
    }

    @Test("Every kind of logged event has its own wire name, except two that share one")
    func names() throws {
        let told = try Self.told()
        #expect(Set(told.map(\.kind)) == Set(RoomEvent.Kind.allCases), "a kind is missing in the sample")
        #expect(Set(told.map(\.name)) == Set(RoomEventView.Kind.Name.allCases.map(\.rawValue)))
        let shared = ["played": "guessed", "nameHeld": "pseudonym", "satOut": "sit_out"]
        for (kind, name, _) in told {
            let words = kind.rawValue.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
            #expect(name == shared[kind.rawValue] ?? words)
        }
    }

    @Test("The protocol's page has every kind with its fields")
    func protocolPage() throws {
        let lines = try Self.text("docs/protocol.md").components(separatedBy: "\n")
        let rows = lines.drop { !$0.hasPrefix("| kind | fields |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        let documented = rows.map { row in
            row.components(separatedBy: "|").dropFirst().prefix(2).map { cell in
                cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            }
        }
        let pages = Dictionary(uniqueKeysWithValues: documented.map { ($0[0].first ?? "", Set($0[1])) })
        for (_, name, fields) in try Self.told() {
            #expect(pages[name] == fields.subtracting(["kind"]), "docs/protocol.md: \(name)")
        }
        #expect(Set(pages.keys) == Set(RoomEventView.Kind.Name.allCases.map(\.rawValue)))
    }

    @Test("The page's types name every kind and every field, and no other")
    func pageTypes() throws {
        let types = try Self.text("web/protocol.js")
        let kinds = try #require(types.firstMatch(of: try Regex(#"@typedef \{([^{}]*)\} EventKind"#))?[1].substring)
        let names = kinds.split(separator: "\"").enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }
        #expect(Set(names) == Set(RoomEventView.Kind.Name.allCases.map(\.rawValue)))
        let event = try #require(
            types.firstMatch(of: try Regex(#"\{\{ (kind: EventKind[^@]*) \}\} RoomEvent"#))?[1].substring)
        let outer = event.replacing(try Regex(#"\{[^}]*\}"#), with: "")
        let fields = Set(outer.matches(of: #/([a-z_]+)\??:/#).map { String($0.1) })
        let told = Set(try Self.told(Self.events + Self.timedEvents()).flatMap(\.fields))
        #expect(fields == told, "missing: \(told.subtracting(fields)), too many: \(fields.subtracting(told))")
    }
}
