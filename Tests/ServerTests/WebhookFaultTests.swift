import Foundation
import GameRules
import Leaderboards
import Puzzles
import Rooms
import Sessions
import Telemetry
import TestKit
import Testing

@testable import Server

@Suite("Webhooks when something fails", .blocking) struct WebhookFaultTests {
    private static let day = Day(number: 20_000)

    private func event(_ number: Int = 1, racers: [HookEvent.Racer] = []) -> HookEvent {
        HookEvent(
            id: String(repeating: "0", count: 30) + "\(10 + number)", time: TestServer.morning + number,
            room: "Friday Kites", puzzle: PuzzleID(line: .standard, day: WebhookFaultTests.day), kind: .dayOver(racers))
    }

    // MARK: The disk

    /// A place in the data folder that takes no file until it is mended.
    private struct Fault {
        let path: String
        let isFolder: Bool

        func make() throws {
            if isFolder {
                try FileManager.default.createDirectory(atPath: path + "/x", withIntermediateDirectories: true)
            } else {
                try FileManager.default.removeItem(atPath: path)
                try Data().write(to: URL(fileURLWithPath: path))
            }
        }

        func mend() throws {
            try FileManager.default.removeItem(atPath: path)
            guard !isFolder else { return }
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
    }

    @Test("A day that the disk does not take is told later, and counts as told only then", arguments: [false, true])
    func unwritable(isDay: Bool) throws {
        let world = try WebhookWorld()
        let sender = try world.sender()
        // A file where the deliveries belong, or a folder where the day belongs.
        let fault = Fault(
            path: world.folder.path + (isDay ? "/webhooks/told" : "/webhooks/waiting"), isFolder: isDay)
        try fault.make()
        sender.take([event(1)], through: WebhookFaultTests.day)
        sender.settle()
        #expect(sender.told == nil)
        for _ in 0..<3 { sender.look() }
        let notes = world.lines.withLock { lines in lines.count(where: { $0.contains("webhook_not_kept") }) }
        #expect(notes == 1, "it is not tried at each look")
        let unread = world.lines.withLock { lines in lines.count(where: { $0.contains("webhooks_not_read") }) }
        #expect(unread == (isDay ? 0 : 1), "nor is what cannot be listed")
        // The next day is told besides, under the same bound.
        sender.take([event(2)], through: WebhookFaultTests.day.advanced(by: 1))
        sender.settle()
        #expect(sender.told == nil)
        try fault.mend()
        world.pass(HookBounds.again - 1)
        sender.look()
        #expect(sender.told == nil)
        world.pass(1)
        for _ in 0..<2 { sender.look() }
        #expect(sender.told == WebhookFaultTests.day.advanced(by: 1))
        #expect(try world.spool().told() == WebhookFaultTests.day.advanced(by: 1).text)
        let keys = world.receiver.got.compactMap { $0.fields.first { $0.hasPrefix("Idempotency-Key") } }
        #expect(Set(keys).count == 2)
        #expect(try world.spool().waiting().isEmpty)
    }

    @Test("While the disk takes nothing a thousand events are held, the newest")
    func held() throws {
        let world = try WebhookWorld()
        let sender = try world.sender()
        let fault = Fault(path: world.folder.path + "/webhooks/waiting", isFolder: false)
        try fault.make()
        for number in 0...HookBounds.held / 100 {
            let events = (0..<100).map { one in
                HookEvent(
                    id: "\(number)-\(one)", time: 0, room: "r",
                    puzzle: PuzzleID(line: .standard, day: WebhookFaultTests.day), kind: .dayOver([]))
            }
            sender.take(events, through: WebhookFaultTests.day)
        }
        #expect(sender.heldCount == HookBounds.held)
        sender.settle()
    }

    // MARK: Receivers

    @Test("An address that does not answer is tried once in a look, and the others get theirs meanwhile")
    func silent() throws {
        let world = try WebhookWorld()
        let other = "https://other.example/"
        let sender = try world.sender { $0.webhook.append(other) }
        world.receiver.silence("https://chat.example/hooks/1")
        sender.take((1...5).map { event($0) }, through: WebhookFaultTests.day)
        sender.settle()
        sender.look()
        #expect(world.receiver.got.count(where: { $0.address != other }) == 1)
        #expect(world.receiver.got.count(where: { $0.address == other }) == 5)
        #expect(try world.spool().waiting().count == 5)
        sender.look()
        #expect(world.receiver.got.count(where: { $0.address != other }) == 2, "the next one has its try")
    }

    @Test("Figures count what was taken, what failed, what waits and what was given up")
    func figures() throws {
        let world = try WebhookWorld()
        let metrics = ServerMetrics(closeCodes: [])
        let sender = try world.sender(metrics: metrics)
        world.receiver.answer(.status(204), .status(503), .status(404))
        sender.take([event(1)], through: WebhookFaultTests.day)
        sender.settle()
        sender.look()
        sender.take([event(2)], through: WebhookFaultTests.day)
        sender.settle()
        sender.look()
        #expect(metrics.webhooksWaiting.value == 1 && metrics.webhooksDead.value == 0)
        world.pass(100_000)
        sender.look()
        for outcome in ["delivered", "failed", "dead"] { #expect(metrics.webhooks[outcome].value == 1, "\(outcome)") }
        #expect(metrics.webhooksWaiting.value == 0 && metrics.webhooksDead.value == 1)
        #expect(metrics.prometheusText().contains("\ntilerace_webhooks_dead 1\n"))
    }

    // MARK: Lengths

    @Test("A body of so many bytes is sent whole; a longer one leaves out the moves, and says so")
    func longBodies() throws {
        func body(_ moves: Int, name: String) throws -> [UInt8] {
            let mark = Verdict.marks(try #require(Pattern(digits: "01200")))
            let racer = HookEvent.Racer(name: name, moves: Array(repeating: mark, count: moves), score: nil)
            return HookFormat.json.body(of: event(racers: [racer]), server: "S")
        }
        // A move is `"01200",`.
        let most = (HookBounds.body - (try body(0, name: "")).count + 1) / 8
        let name = String(repeating: "a", count: HookBounds.body - (try body(most, name: "")).count)
        #expect(try body(most, name: name).count == HookBounds.body)
        let cut = try body(most, name: name + "a")
        let json = try #require(try JSONSerialization.jsonObject(with: Data(cut)) as? [String: Any])
        #expect(json["shortened"] as? Bool == true && cut.count < HookBounds.body / 2)
        #expect((json["racers"] as? [[String: Any]])?.first?["moves"] == nil)
    }

    @Test("A delivery as long as a file may be waits; a longer one is a dead letter without its body, and is told")
    func longDeliveries() throws {
        let world = try WebhookWorld()
        let spool = try world.spool()
        func delivery(_ id: String, _ length: Int) -> HookDelivery {
            HookDelivery(
                id: id, event: "record", address: "https://a.example/", body: String(repeating: "x", count: length),
                made: 1)
        }
        let most = HookBounds.bytes - HookSpool.text(of: delivery("1", 0)).utf8.count
        #expect(try spool.add(delivery("1", most)) == nil)
        #expect(try spool.waiting().map(\.body.utf8.count) == [most])
        let dead = try #require(try spool.add(delivery("2", most + 1)))
        #expect(dead.reason == "its body of \(most + 1) bytes is too long")
        #expect(try spool.waiting().count == 1 && spool.dead() == [dead])
    }

    // MARK: Settings

    @Test("A server among several is refused webhooks, at the start and by a check of its settings")
    func cluster() throws {
        let world = try WebhookWorld()
        do throws(ConfigurationFault) {
            _ = try HookSettings(world.configuration { $0.bus = "nats://127.0.0.1/race" })
            Issue.record("was taken")
        } catch {
            #expect("\(error)".contains("one machine alone"))
        }
        let check = SettingsCheck(world.configuration { $0.bus = "nats://127.0.0.1/race" })
        #expect(check.faults.contains { "\($0)".contains("one machine alone") })
    }

    @Test("Addresses may stand in a file that nobody else reads, and no sentence repeats one")
    func addressesInFiles() throws {
        let world = try WebhookWorld()
        let file = world.folder.path + "/hooks"
        func outcome(_ text: String, mode: mode_t = 0o600, _ others: [String] = []) throws -> (HookSettings?, String) {
            try Data(text.utf8).write(to: URL(fileURLWithPath: file))
            chmod(file, mode)
            do throws(ConfigurationFault) {
                return (try HookSettings(world.configuration { $0.webhook = ["file:" + file] + others }), "")
            } catch {
                return (nil, "\(error)")
            }
        }
        let both = "# a group\n https://a.example/secret \r\n\nhttps://b.example/\n"
        #expect(try outcome(both).0?.addresses == ["https://a.example/secret", "https://b.example/"])
        let more = ["https://c.example/", "https://d.example/"]
        #expect(try outcome(both, more).0?.addresses.count == HookSettings.mostAddresses)
        let refused: [(String, mode_t, [String])] = [
            (both, 0o644, []), (both, 0o600, more + ["https://e.example/"]),
            (both, 0o600, ["https://a.example/secret"]), ("", 0o600, []), ("# none\n", 0o600, []),
            ("ftp://x/secret\n", 0o600, []), (String(repeating: "#\n", count: 10_000), 0o600, []),
        ]
        for (text, mode, others) in refused {
            let (settings, sentence) = try outcome(text, mode: mode, others)
            #expect(settings == nil && sentence.hasPrefix("webhook: ") && !sentence.contains("secret"), "\(sentence)")
        }
        #expect(throws: ConfigurationFault.self) {
            try HookSettings(world.configuration { $0.webhook = ["file:/none/hooks"] })
        }
    }

    @Test("Authorities that are not there, or that others can write to, stop the start and are told by a check of it")
    func authorities() throws {
        let world = try WebhookWorld()
        let file = world.folder.path + "/authorities.pem"
        func sentences() -> [String] {
            SettingsCheck(world.configuration { $0.webhookAuthorities = file }).faults.map { "\($0)" }
                .filter { $0.hasPrefix("webhook-authorities: ") }
        }
        #expect(sentences() == ["webhook-authorities: \(file): cannot be read: No such file or directory"])
        try Data("-\n".utf8).write(to: URL(fileURLWithPath: file))
        chmod(file, 0o644)
        #expect(sentences() == [])
        chmod(file, 0o666)
        #expect(sentences().count == 1 && sentences()[0].contains("chmod go-w \(file)"))
    }

    @Test("Settings that are printed have no more of an address than its host, and a refusal has none of it")
    func printed() throws {
        func reading(_ text: String) -> SettingsReading {
            SettingsReading(arguments: ["--webhook", text], environment: [:]) { _ throws(ConfigurationFault) in "" }
        }
        let good = reading("https://a.example/hush?x=hush, https://b.example, https://c.example/, file:/etc/hooks")
        #expect(good.faults.isEmpty && !good.text.contains("hush"))
        #expect(
            good.text.contains(
                "\nwebhook = https://a.example/…, https://b.example, https://c.example/, file:/etc/hooks\n"))
        let bad = reading("https://a.example/hush#x")
        #expect(bad.faults.count == 1 && !"\(bad.faults)".contains("hush"))
    }
}
