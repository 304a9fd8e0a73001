import Foundation
import GameRules
import Messages
import Rooms
import TestKit
import Testing

@testable import Sessions

/// Each setting of sprints has a form in a room's log, in a host's change, in what members are told, in the protocol's
/// page and in the page's types. A new one fails here for each form that it lacks.
@Suite struct SprintSettingsFormsTests {
    private static let names = Set(SprintSettings.Field.allCases.map(\.rawValue))

    /// The settings of a new room as its members hear them.
    private static func told() throws -> JSONTree {
        let views = Views(context: try HubWorld().hub.context)
        let event = LoggedEvent(sequence: 1, time: 5, event: .settings(sprint: SprintSettings()))
        let message = ServerMessage.event(room: "KYTE7", epoch: 1, views.view(of: event))
        return try #require(try JSONTree(parsing: message.encoded())["event"]?["sprint"])
    }

    /// A change to another value than that of a new room.
    private func value(of field: SprintSettings.Field) -> String {
        switch field {
        case .kind: #""anagram""#
        case .language: #""de""#
        case .length: "6"
        case .rows: "8"
        case .hard: #""hard""#
        case .limit: "60"
        case .rounds: "5"
        case .late: #""wait""#
        case .next: #""host""#
        }
    }

    @Test("A room's log has every setting, the line of words as one")
    func log() throws {
        let stored = try JSONTree(parsing: Array(JSONEncoder().encode(SprintSettings())))
        let names = Self.names.subtracting(["kind", "language", "length"]).union(["line"])
        #expect(Set(stored.fields?.keys.map { $0 } ?? []) == names)
    }

    @Test("Members are told every setting")
    func view() throws {
        #expect(Set(try Self.told().fields?.keys.map { $0 } ?? []) == Self.names)
    }

    @Test(
        "A change of any setting is read and written, and takes effect where the server has the words",
        arguments: SprintSettings.Field.allCases)
    func change(field: SprintSettings.Field) throws {
        let world = try HubWorld(lengths: [5, 6], anagrams: true)
        let (code, host, _, _) = try world.watchedRoom()
        let text = #"{"id":1,"type":"settings","room":"\#(code)","\#(field.rawValue)":\#(value(of: field))}"#
        let request = try ClientRequest(decoding: Array(text.utf8))
        #expect(try JSONTree(parsing: request.encoded()) == JSONTree(parsing: Array(text.utf8)))
        let reply = host.ask(request.message)
        if field == .language {
            #expect(reply.code == "bad_settings")
        } else {
            #expect(reply.type == "done")
            let event = host.pushes("event").last?["event"] as? [String: Any]
            let told = try #require((event?["sprint"] as? [String: Any])?[field.rawValue])
            #expect("\(told)" == value(of: field).replacing("\"", with: ""))
        }
    }

    @Test("The protocol's page and the page's types have every setting, and no other")
    func documents() throws {
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(TestServer.root)/\(path)")), as: UTF8.self)
        }
        let lines = try text("docs/protocol.md").split(separator: "\n")
        let row = try #require(lines.first { $0.hasPrefix("| `settings` | `kind`") })
        let named = row.split(separator: "|")[1].matches(of: #/`([a-z]+)`/#).map { String($0.1) }
        let others: Set = ["guess", "anagram", "start", "wait", "auto", "host"]
        #expect(Self.names == Set(named).subtracting(others))
        let type = try #require(try text("web/protocol.js").firstMatch(of: #/@typedef \{\{ ([^}]*) \}\} Sprint /#)).1
        #expect(Set(type.matches(of: #/([a-z_]+)\??: /#).map { String($0.1) }) == Self.names)
    }
}
