import Clients
import LoadGenerator
import Testing

@testable import tilerace

@Suite("The flags of tilerace bench")
struct BenchOptionsTests {
    private static func fault(_ arguments: String...) -> String? {
        do throws(BenchOptions.Fault) {
            _ = try BenchOptions(arguments)
            return nil
        } catch { return error.description }
    }

    @Test("A command without flags plans a small load on this machine")
    func defaults() throws {
        let options = try BenchOptions([])
        #expect(options.location == ServerLocation(host: "127.0.0.1", port: 8_080))
        #expect(options.plan.players == 20 && options.plan.rooms == 5 && options.plan.watchers == 0)
        #expect(options.plan.rate == 20 && options.plan.inFlight == nil && options.plan.patience == 5_000)
        #expect(options.plan.seconds == 10 && options.plan.warmUp == 2 && !options.plan.isSprint)
        #expect(options.words == "config/words" && options.language == "en" && options.process == nil)
        #expect(!options.isJSON && !options.ownsServer)
    }

    @Test("Each flag sets its value")
    func flags() throws {
        let line =
            "--url ws://10.0.0.1:81 --players 300 --rooms 30 --watchers 7 --rate 2.5 --seconds 11 --warm-up 0 --arrivals 3 "
            + "--pid 4711 --words w --language de --json --sprint --i-own-this-server"
        let options = try BenchOptions(line.split(separator: " ").map(String.init))
        #expect(options.location == ServerLocation(host: "10.0.0.1", port: 81))
        #expect(options.plan.players == 300 && options.plan.rooms == 30 && options.plan.watchers == 7)
        #expect(options.plan.rate == 2.5 && options.plan.seconds == 11 && options.plan.warmUp == 0)
        #expect(options.plan.arrivals == 3 && options.plan.isSprint)
        #expect(options.process == 4_711 && options.words == "w" && options.language == "de")
        #expect(options.isJSON && options.ownsServer)
        #expect(try BenchOptions(["--closed", "20"]).plan.inFlight == 20)
        let idle = try BenchOptions(["--idle", "25"]).plan
        #expect(idle.players == 1 && idle.rooms == 1 && idle.watchers == 25 && idle.rate == 0 && idle.warmUp == 0)
        #expect(try BenchOptions(["--line", "anagram-en-7"]).plan.line?.text == "anagram-en-7")
        let watched = try BenchOptions(["--watch-url", "ws://127.0.0.1:81,ws://10.0.0.2:82"]).watched
        #expect(watched == [81, 82].map { ServerLocation(host: $0 == 81 ? "127.0.0.1" : "10.0.0.2", port: $0) })
        // Of two the last.
        #expect(try BenchOptions(["--seconds", "3", "--seconds", "4"]).plan.seconds == 4)
    }

    @Test("An unknown flag, or one without its value, is named")
    func unknown() {
        for name in ["players", "-players", "--player", "--players=3", "", "--PLAYERS"] {
            #expect(Self.fault(name)?.contains("no flag “\(name)”") == true)
        }
        #expect(Self.fault("--players") == "--players has no value")
        #expect(Self.fault("--json", "--rate") == "--rate has no value")
    }

    @Test(
        "An invalid value is quoted, with the meaning of its flag",
        arguments: [
            ("--players", "many"), ("--players", ""), ("--players", "1.5"), ("--players", "99999999999999999999"),
            ("--rate", "fast"), ("--closed", "x"), ("--idle", "0"), ("--idle", "-1"), ("--pid", "99999999999"),
            ("--line", "anagram"), ("--line", "practice-en-5"), ("--url", "127.0.0.1:8080"), ("--url", "ftp://a"),
            ("--words", ""), ("--language", "eng"), ("--watch-url", ""), ("--watch-url", "ws://a,"),
            ("--watch-url", "ws://a,b"), ("--watch-url", Array(repeating: "ws://a", count: 17).joined(separator: ",")),
        ])
    func badValues(flag: String, value: String) {
        #expect(Self.fault(flag, value)?.hasPrefix("“\(value)” is no value for \(flag): ") == true)
    }

    @Test("An impossible plan is refused with the reason, and so is TLS")
    func impossible() {
        #expect(Self.fault("--rooms", "0") == "there must be a room")
        #expect(Self.fault("--players", "4")?.hasPrefix("each room needs a player") == true)
        #expect(Self.fault("--rate", "nan") == "the rate is a number from 0 up")
        #expect(Self.fault("--closed", "21")?.contains("--closed") == true)
        #expect(Self.fault("--url", "wss://a")?.contains("bench does not speak TLS") == true)
        #expect(Self.fault("--watch-url", "ws://a,wss://b")?.contains("bench does not speak TLS") == true)
        let most = Array(repeating: "ws://a", count: 16).joined(separator: ",")
        #expect(Self.fault("--watch-url", most) == nil)
    }

    @Test("The help has every flag, in lines that fit")
    func usage() {
        let names = [
            "url", "players", "rooms", "watchers", "watch-url", "rate", "closed", "idle", "sprint", "line", "seconds",
            "warm-up", "arrivals", "pid", "words", "language", "json", "i-own-this-server",
        ]
        let lines = BenchOptions.usage.split(separator: "\n")
        let listed = lines.filter { $0.hasPrefix("  --") }.map { $0.dropFirst(4).prefix { $0 != " " } }
        #expect(listed.map(String.init) == names)
        #expect(lines.allSatisfy { $0.count <= 120 })
    }
}
