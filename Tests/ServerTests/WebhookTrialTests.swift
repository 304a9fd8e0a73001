import Foundation
import GameRules
import Puzzles
import Sessions
import TestKit
import Testing

@testable import Server

@Suite("A test of a webhook", .blocking) struct WebhookTrialTests {
    private func outcomes(
        _ world: WebhookWorld, _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> [HookTrial.Outcome] {
        try HookTrial(
            world.configuration(change), in: world.folder, now: { world.time.withLock { $0 } },
            transport: world.receiver
        ).run()
    }

    @Test("A sample is marked as a test in every format, is signed as a delivery is, and leaves nothing in the folder")
    func sample() throws {
        let world = try WebhookWorld()
        let before = try FileManager.default.contentsOfDirectory(atPath: world.folder.path).sorted()
        for format in HookFormat.allCases {
            let outcome = try outcomes(world) { $0.webhookFormat = format }
            #expect(
                outcome == [
                    HookTrial.Outcome(isTaken: true, sentence: "https://chat.example answered 204: it took the test.")
                ])
            let got = try #require(world.receiver.got.last)
            #expect(got.address == "https://chat.example/hooks/1")
            let body = try #require(try JSONSerialization.jsonObject(with: Data(got.body.utf8)) as? [String: Any])
            switch format {
            case .json:
                #expect(body["test"] as? Bool == true && body["event"] as? String == "day_over")
                let racers = body["racers"] as? [[String: Any]] ?? []
                #expect(racers.first?["moves"] as? [String] == ["01201", "22222"])
                #expect(got.fields.contains("Idempotency-Key: \(body["id"] as? String ?? "")"))
            case .text, .content:
                let text = body[format.rawValue] as? String ?? ""
                #expect(text.hasPrefix("This is a test of the webhook."), "\(text)")
                #expect(text.contains(": the day is over (guess-en-5, ") && text.contains("🟩🟩🟩🟩🟩"))
            }
            let seconds = TestServer.morning / 1_000
            let code = KeyedHash(key: Array(WebhookWorld.secret.utf8)).code(for: Array("\(seconds).\(got.body)".utf8))
            #expect(got.fields.contains("Tilerace-Signature: t=\(seconds),v1=\(code.hexadecimal)"))
            #expect(got.fields.contains("Tilerace-Event: day_over"))
        }
        #expect(Set(world.receiver.got.map { $0.fields.first { $0.hasPrefix("Idempotency-Key") } }).count == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.folder.path).sorted() == before)
    }

    @Test("A delivery of a race that was played is not marked as a test")
    func unmarked() throws {
        let world = try WebhookWorld()
        _ = try outcomes(world)
        #expect(try #require(world.receiver.got.last).body.contains(#""test":true"#))
        let event = HookEvent(
            id: "1", time: 0, room: "Kites", puzzle: PuzzleID(line: .standard, day: Day(number: 20_000)),
            kind: .dayOver([]))
        for format in HookFormat.allCases {
            #expect(!String(decoding: format.body(of: event, server: "S"), as: UTF8.self).contains("test"))
        }
    }

    @Test("A failure says where to look, and no more of the address than its host")
    func failures() throws {
        let answers: [(HookAnswer, String)] = [
            (.status(302), "Set webhook to the address"), (.status(400), "Look at webhook-format, which is json"),
            (.status(403), "secret part"), (.status(404), "there is no webhook at its path"),
            (.status(429), "wait, and test again"), (.status(500), "the proxy before it"), (.status(418), "own log"),
            (.failed("x", .name), "DNS server"), (.failed("x", .connection), "whether the receiver runs"),
            (.failed("x", .time), "10 s to answer"), (.failed("x", .certificate), "ca-certificates"),
            (.failed("x", .handshake), "speaks no TLS"), (.failed("x"), "Look at the address, and"),
        ]
        for (answer, advice) in answers {
            let world = try WebhookWorld()
            world.receiver.answer(answer)
            let outcome = try #require(try outcomes(world).first)
            #expect(!outcome.isTaken && outcome.sentence.contains(advice), "\(outcome.sentence)")
            #expect(outcome.sentence.hasPrefix("https://chat.example did not take the test: "))
            #expect(!outcome.sentence.contains("hooks/1"))
            // It is what a server would do with it.
            let isNever = if case .never = HookVerdict(answer) { true } else { false }
            #expect(outcome.sentence.hasSuffix(isNever ? "a dead letter at once." : "8 times."))
        }
    }

    @Test("Each address is tried, whatever the one before it answered")
    func everyAddress() throws {
        let world = try WebhookWorld()
        world.receiver.silence("https://chat.example/hooks/1")
        let both = try outcomes(world) { $0.webhook.append("https://other.example/") }
        #expect(both.map(\.isTaken) == [false, true])
    }

    @Test("Without an address there is nothing to test, and settings that stop a start stop a test")
    func settings() throws {
        let world = try WebhookWorld()
        let changes: [(inout ServerConfiguration) -> Void] = [
            { $0.webhook = [] }, { $0.webhookRooms = [] }, { $0.bus = "nats://127.0.0.1/race" },
        ]
        for change in changes {
            #expect(throws: ConfigurationFault.self) { try outcomes(world, change) }
        }
        #expect(world.receiver.got.isEmpty)
    }
}
