import Foundation
import GameRules
import Leaderboards
import Puzzles
import Rooms
import Sessions
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server

@Suite("Webhooks", .blocking) struct WebhookTests {
    private static let day = Day(number: 20_000)

    private func event(_ number: Int = 1, name: String = "Mika", record: Bool = false) throws -> HookEvent {
        let pattern = try #require(Pattern(digits: "01200"))
        let win = try #require(Pattern(digits: "22222"))
        let racers = [
            HookEvent.Racer(
                name: name, moves: [.marks(pattern), .marks(win)], score: .solved(turns: 2, elapsed: 62_000)),
            HookEvent.Racer(name: "Noor", moves: [.marks(pattern)], score: nil),
        ]
        return HookEvent(
            id: String(repeating: "0", count: 31) + "\(number % 10)", time: TestServer.morning + number,
            room: "Friday Kites",
            puzzle: PuzzleID(line: .standard, day: WebhookTests.day),
            kind: record
                ? .record([racers[0]], before: .solved(turns: 3, elapsed: 1_000), day: WebhookTests.day)
                : .dayOver(racers))
    }

    // MARK: Deliveries

    @Test("A delivery has colours and figures, is signed over its time and body, and has a key of its own")
    func signed() throws {
        let world = try WebhookWorld()
        let sender = try world.sender()
        sender.take([try event()], through: WebhookTests.day)
        sender.settle()
        sender.look()
        let got = try #require(world.receiver.got.first)
        #expect(world.receiver.got.count == 1)
        #expect(try world.spool().waiting().isEmpty)
        #expect(got.address == "https://chat.example/hooks/1")
        let body = try #require(
            try JSONSerialization.jsonObject(with: Data(got.body.utf8)) as? [String: Any])
        #expect(body["event"] as? String == "day_over" && body["room"] as? String == "Friday Kites")
        let racers = body["racers"] as? [[String: Any]] ?? []
        #expect(racers.map { $0["name"] as? String } == ["Mika", "Noor"])
        #expect(racers[0]["moves"] as? [String] == ["01200", "22222"] && racers[0]["ms"] as? Int == 62_000)
        #expect(racers[1]["solved"] == nil)
        func field(_ name: String) -> String {
            got.fields.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) } ?? ""
        }
        #expect(field("Idempotency-Key") == body["id"] as? String && field("Tilerace-Event") == "day_over")
        let seconds = TestServer.morning / 1_000
        let code = KeyedHash(key: Array(WebhookWorld.secret.utf8)).code(for: Array("\(seconds).\(got.body)".utf8))
        #expect(field("Tilerace-Signature") == "t=\(seconds),v1=\(code.hexadecimal)")
    }

    @Test("Chat groups are sent a text that calls nobody, whatever somebody is called")
    func texts() throws {
        for (format, key) in [(HookFormat.text, "text"), (.content, "content")] {
            let bytes = format.body(of: try event(name: "<!here> @everyone &"), server: "S")
            let body = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
            let text = try #require(body[key] as? String)
            #expect(text.hasPrefix("Friday Kites: the day is over (guess-en-5, "))
            #expect(text.contains("2 turns, 1:02 ⬛🟨🟩⬛⬛ 🟩🟩🟩🟩🟩\n") && text.contains("Noor: still under way"))
            #expect(!text.contains("@everyone"))
            if format == .text {
                #expect(!text.contains("<") && text.contains("&lt;!here&gt;") && text.contains("&amp;"))
            } else {
                #expect((body["allowed_mentions"] as? [String: Any])?["parse"] as? [String] == [])
            }
        }
        let record = HookText(try event(record: true), server: "S").plain
        #expect(record.hasSuffix("\nMika: 2 turns, 1:02. Before: 3 turns, 0:01, \(WebhookTests.day.text)"))
    }

    @Test("Equal results share a place in a text, and who is still under way has none")
    func places() {
        let scores: [(String, Score?)] = [
            ("Ada", .points(9, words: 1, elapsed: 5)), ("Bo", .points(0, words: 0, elapsed: 0)),
            ("Chidi", .points(0, words: 0, elapsed: 0)), ("Dana", nil),
        ]
        let event = HookEvent(
            id: "", time: 0, room: "Kites", puzzle: PuzzleID(line: .standard, day: WebhookTests.day),
            kind: .dayOver(scores.map { HookEvent.Racer(name: $0.0, moves: [], score: $0.1) }))
        let lines = HookText(event, server: "S").plain.split(separator: "\n").dropFirst()
        #expect(lines.map { $0.prefix { $0 != ":" } } == ["1. Ada", "2. Bo", "2. Chidi", "– Dana"])
    }

    @Test("A text for a chat group names ten racers at most, and has room in two thousand characters")
    func longTexts() throws {
        let marks = Array(repeating: Verdict.marks(try #require(Pattern(digits: "01200"))), count: 6)
        let racers = (0..<50).map { _ in
            HookEvent.Racer(name: String(repeating: "W", count: 20), moves: marks, score: .unsolved)
        }
        let event = HookEvent(
            id: "", time: 0, room: String(repeating: "W", count: 30),
            puzzle: PuzzleID(line: .standard, day: WebhookTests.day), kind: .dayOver(racers))
        let text = HookText(event, server: "S").plain
        #expect(text.utf16.count <= 2_000 && text.hasSuffix("… and 40 more"))
    }

    @Test("A text has two thousand characters at most as services count them: colours go first, and then racers")
    func longestTexts() throws {
        // Eleven letters and ten rows; a name of as many scalars as one may have, each written in two units or escaped.
        let marks = Array(repeating: Verdict.marks(try #require(Pattern(digits: "01201201201"))), count: 10)
        for name in ["👩🏽", "<&", "Mika"].map({ String(repeating: $0, count: 20) }) {
            let racers = (0..<50).map { _ in HookEvent.Racer(name: name, moves: marks, score: .unsolved) }
            for kind in [
                HookEvent.Kind.dayOver(racers), .record(racers, before: .unsolved, day: WebhookTests.day),
            ] {
                let event = HookEvent(
                    id: "", time: 0, room: String(repeating: "<&", count: 30),
                    puzzle: PuzzleID(line: .standard, day: WebhookTests.day), kind: kind)
                let text = HookText(event, server: "S")
                #expect(text.plain.utf16.count <= 2_000 && text.escaped.utf16.count <= 2_000)
                #expect(text.plain.contains(" more") && text.plain.contains(name))
            }
        }
        // What fits is whole, and one sign more costs the colours of the last racer.
        func text(_ letters: Int) -> String {
            let racers = (0..<10).map { place in
                let name = place == 0 ? String(repeating: "a", count: letters) : "b"
                return HookEvent.Racer(name: name, moves: marks, score: nil)
            }
            let event = HookEvent(
                id: "", time: 0, room: "r", puzzle: PuzzleID(line: .standard, day: WebhookTests.day),
                kind: .dayOver(Array(racers.prefix(8))))
            return HookText(event, server: "S").plain
        }
        func rows(_ text: String) -> Int { text.split(separator: "\n").count(where: { $0.contains("🟩") }) }
        let room = HookBounds.text - text(1).utf16.count
        #expect(room > 0 && rows(text(1)) == 8)
        #expect(text(1 + room).utf16.count == HookBounds.text && rows(text(1 + room)) == 8)
        #expect(rows(text(2 + room)) == 7)
    }

    @Test("The example of docs/webhooks.md has the fields that are sent")
    func example() throws {
        let page = try String(contentsOfFile: TestServer.root + "/docs/webhooks.md", encoding: .utf8)
        let block = try #require(page.split(separator: "```json\n").last?.split(separator: "```").first)
        let bytes = HookFormat.json.body(of: try event(record: true), server: "S")
        func shape(_ value: Any?, _ path: String = "") -> Set<String> {
            if let object = value as? [String: Any] {
                return object.reduce(into: []) { $0.formUnion(shape($1.value, path + "/" + $1.key)) }
            }
            if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(shape($1, path)) } }
            return ["\(path): \(value is String ? "text" : "number")"]
        }
        func read(_ bytes: some Sequence<UInt8>) throws -> Any { try JSONSerialization.jsonObject(with: Data(bytes)) }
        #expect(shape(try read(block.utf8)) == shape(try read(bytes)))
    }

    // MARK: Retries

    @Test(
        "A delivery that is refused is retried after ever longer pauses, with the same key, and ends as a dead letter")
    func retries() throws {
        let world = try WebhookWorld()
        let sender = try world.sender()
        world.receiver.answer(.status(503))
        sender.take([try event()], through: WebhookTests.day)
        sender.settle()
        var pauses: [Int] = []
        for number in 1...HookBounds.tries {
            sender.look()
            #expect(world.receiver.got.count == number)
            guard let waits = try world.spool().waiting().first else { break }
            let pause = waits.next - world.time.withLock { $0 }
            pauses.append(pause)
            world.pass(pause - 1)
            sender.look()
            #expect(world.receiver.got.count == number, "not before its time")
            world.pass(1)
        }
        #expect(pauses == [30_000, 120_000, 480_000, 1_920_000, 7_680_000, 21_600_000, 21_600_000])
        let dead = try world.spool().dead()
        #expect(dead.map(\.tries) == [8] && dead[0].reason == "the receiver answered 503")
        #expect(Set(world.receiver.got.map { $0.fields.first { $0.hasPrefix("Idempotency-Key") } }).count == 1)
        #expect(Set(world.receiver.got.map { $0.fields.first { $0.hasPrefix("Tilerace-Signature") } }).count == 8)
        world.pass(100_000_000)
        sender.look()
        #expect(world.receiver.got.count == 8, "a dead letter is tried no more")
        // Until somebody says so.
        world.receiver.answer(.status(200))
        try world.spool().resend(dead[0].name)
        #expect(
            try FolderActs(in: world.folder).all().map { [$0.verb, $0.subject] } == [["resend-letter", dead[0].name]])
        sender.look()
        #expect(world.receiver.got.count == 9)
        #expect(try world.spool().dead().isEmpty && world.spool().waiting().isEmpty)
        // An address may have a secret in it.
        #expect(!world.lines.withLock { $0.joined() }.contains("chat.example"))
    }

    @Test("Pauses differ by chance, from half to one and a half")
    func jitter() {
        #expect(HookBounds.pause(after: 1, random: 0) == 15_000 && HookBounds.pause(after: 1, random: 0.999) < 45_000)
        #expect(HookBounds.pause(after: 100, random: 0.5) == 21_600_000)
    }

    @Test("A redirect and a refusal for good are dead letters at once; what may pass is not")
    func verdicts() {
        for status in [301, 302, 307, 308, 400, 401, 403, 404, 410, 413] {
            guard case .never = HookVerdict(.status(status)) else {
                Issue.record("\(status)")
                continue
            }
        }
        for answer in [HookAnswer.status(408), .status(425), .status(429), .status(500), .status(599), .failed("x")] {
            guard case .later = HookVerdict(answer) else {
                Issue.record("\(answer)")
                continue
            }
        }
        #expect(HookVerdict(.status(200)) == .delivered && HookVerdict(.status(204)) == .delivered)
    }

    // MARK: The spool

    @Test("A spooled delivery is made by the next server, which also knows the events that were told")
    func killed() throws {
        let world = try WebhookWorld()
        let first = try world.sender()
        first.take([try event()], through: WebhookTests.day)
        first.settle()
        // No look: it dies here.
        let second = try world.sender()
        #expect(second.told == WebhookTests.day)
        second.look()
        #expect(world.receiver.got.count == 1)
        // The same event once more, as a server tells that died before it noted the day, waits once.
        second.take([try event(2), try event(2)], through: WebhookTests.day)
        second.settle()
        #expect(try world.spool().waiting().count == 1)
    }

    @Test("Each address gets its own, and one that is no more in the settings is a dead letter")
    func addresses() throws {
        let world = try WebhookWorld()
        let both = try world.sender { $0.webhook.append("https://other.example/") }
        both.take([try event()], through: WebhookTests.day)
        both.settle()
        let one = try world.sender()
        one.look()
        #expect(world.receiver.got.map(\.address) == ["https://chat.example/hooks/1"])
        #expect(try world.spool().dead().map(\.address) == ["https://other.example/"])
    }

    @Test("A thousand deliveries wait and two hundred dead letters are kept, not one more")
    func bounds() throws {
        let world = try WebhookWorld()
        let spool = try world.spool()
        func delivery(_ number: Int) -> HookDelivery {
            HookDelivery(id: "\(number)", event: "record", address: "https://a.example/", body: "{}", made: number)
        }
        for number in 0..<HookBounds.waiting { try spool.add(delivery(number)) }
        #expect(try spool.dead().isEmpty)
        try spool.add(delivery(HookBounds.waiting))
        #expect(try spool.waiting().count == HookBounds.waiting && spool.dead().map(\.id) == ["\(HookBounds.waiting)"])
        for number in 0..<HookBounds.dead { try spool.bury(delivery(number)) }
        #expect(try spool.dead().count == HookBounds.dead)
        #expect(try spool.dead().first?.made == 1, "the oldest went")
        #expect(try spool.waiting().count == HookBounds.waiting - HookBounds.dead)
    }

    @Test("A dead letter is dropped by its name, once")
    func dropping() throws {
        let world = try WebhookWorld()
        let spool = try world.spool()
        for number in 1...2 {
            try spool.bury(
                HookDelivery(
                    id: "\(number)", event: "record", address: "https://a.example/", body: "{}", made: number))
        }
        let name = try spool.dead()[0].name
        try spool.drop(name)
        #expect(try spool.dead().map(\.id) == ["2"])
        #expect(throws: ConfigurationFault.self) { try spool.drop(name) }
    }

    @Test("A file with numbers that no server wrote is no delivery, and is left for a person to look at")
    func impossibleNumbers() throws {
        let world = try WebhookWorld()
        let spool = try world.spool()
        var delivery = HookDelivery(id: "1", event: "record", address: "https://a.example/", body: "{}", made: 1)
        for (tries, next) in [(Int.max, 0), (-1, 0), (0, Int.max), (0, -1)] {
            (delivery.tries, delivery.next) = (tries, next)
            try spool.add(delivery)
            #expect(try spool.waiting().isEmpty, "\(tries), \(next)")
            try spool.remove(delivery)
        }
        (delivery.tries, delivery.next) = (HookBounds.tries, 1)
        try spool.add(delivery)
        #expect(try spool.waiting() == [delivery])
    }

    @Test("A spool that cannot be listed is not an empty one")
    func unlistable() throws {
        let world = try WebhookWorld()
        let spool = try world.spool()
        for name in ["waiting", "dead"] {
            let folder = world.folder.path + "/webhooks/" + name
            try FileManager.default.removeItem(atPath: folder)
            try "no folder".write(toFile: folder, atomically: true, encoding: .utf8)
        }
        #expect(throws: ConfigurationFault.self) { try spool.waiting() }
        #expect(throws: ConfigurationFault.self) { try spool.dead() }
        #expect(throws: ConfigurationFault.self) { try spool.drop("1") }
    }

    @Test("A file of the spool that is no delivery stops nothing")
    func damaged() throws {
        let world = try WebhookWorld()
        let sender = try world.sender()
        let waiting = world.folder.path + "/webhooks/waiting"
        for (name, text) in [("x.json", "{"), ("y.json", ""), ("z", "{}")] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(waiting)/\(name)"))
        }
        sender.take([try event()], through: WebhookTests.day)
        sender.settle()
        sender.look()
        #expect(world.receiver.got.count == 1)
    }

    // MARK: Settings

    @Test("Settings that do not go together are refused with a sentence; no address is no webhook")
    func settings() throws {
        let world = try WebhookWorld()
        #expect(try HookSettings(TestServer.configuration(world.folder.path)) == nil)
        func fault(_ change: (inout ServerConfiguration) -> Void) -> String {
            do throws(ConfigurationFault) {
                _ = try HookSettings(world.configuration(change))
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(fault { _ in } == "")
        #expect(fault { $0.webhookRooms = [] }.hasPrefix("webhook-rooms: "))
        // Where none is named the server makes one, and keeps it.
        let own = try #require(try HookSettings(world.configuration { $0.webhookSecret = "" }))
        #expect(try own.key(in: world.folder).count == 64 && own.key(in: world.folder) == own.key(in: world.folder))
        #expect(fault { $0.webhookSecret = "/none" } != "")
        let plain = fault { $0.webhook = ["http://chat.example/secret"] }
        #expect(plain.contains("http://chat.example is not https") && !plain.contains("secret"))
        #expect(fault { ($0.webhook, $0.webhookPlain) = (["http://chat.example/"], true) } == "")
        for local in ["http://localhost:1/x", "http://127.0.0.1/x", "http://[::1]:9/x"] {
            #expect(fault { $0.webhook = [local] } == "", "\(local)")
        }
        chmod(world.folder.path + "/hook-secret", 0o644)
        #expect(fault { _ in }.hasPrefix("webhook-secret: "))
        chmod(world.folder.path + "/hook-secret", 0o600)
        try world.folder.replace("hook-secret", with: "short\n")
        #expect(fault { _ in }.hasPrefix("webhook-secret: "))
        for text in [
            "ftp://a.example/", "https://", "https://u:p@a.example/", "a.example", "https://a.example/#x",
            "https://a.example:99999/x", "https://a.example:65536/", "https://a.example:0/",
        ] {
            #expect(!HookSettings.isAddress(text), "\(text)")
        }
        #expect(HookSettings.isAddress("https://a.example:65535/x"))
    }
}
