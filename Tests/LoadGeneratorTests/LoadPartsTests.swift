import Clients
import EventLoops
import Glibc
import TestKit
import Testing

@testable import LoadGenerator

@Suite("The parts of a load")
struct LoadPartsTests {
    @Test(
        "Every player guesses at the same pace, and all together at the rate",
        arguments: [(1, 5.0), (7, 20.0), (40, 1_000.0)])
    func schedule(players: Int, rate: Double) {
        var random = SplitMix(seed: 11)
        let schedule = Schedule(players: players, rate: rate, seconds: 10) { Double(random.next() >> 11) / 0x1p53 }
        #expect(schedule.count == Int(rate * 10))
        let dues = (0..<schedule.count).map(schedule.due)
        #expect(dues == dues.sorted() && dues[0] >= 0)
        #expect(dues[dues.count - 1] < 10_000_000_000 + Int64(schedule.interval))
        var byPlayer: [Int: [Int64]] = [:]
        for index in 0..<schedule.count { byPlayer[schedule.player(index), default: []].append(dues[index]) }
        #expect(byPlayer.count == players)
        for (player, dues) in byPlayer {
            #expect(schedule.guesses()[player] == dues.count)
            for (a, b) in zip(dues, dues.dropFirst()) { #expect(abs(Double(b - a) - schedule.interval) < 2) }
        }
    }

    @Test("A rate of zero schedules no guesses")
    func noRate() {
        let schedule = Schedule(players: 3, rate: 0, seconds: 10) { 0 }
        #expect(schedule.count == 0 && schedule.guesses() == [0, 0, 0])
    }

    @Test("Gaps, repetitions and skips of sequence numbers are seen")
    func sequences() {
        var check = SequenceCheck(after: 5)
        #expect(check.event(6) && check.event(7))
        #expect(check.missed == 0 && check.repeated == 0 && check.last == 7)
        #expect(!check.event(7) && !check.event(3))
        #expect(check.repeated == 2 && check.last == 7)
        #expect(check.event(10) && check.missed == 2)
        let skipped = check.snapshot(20)
        #expect(skipped == 11..<21 && check.skips == 1 && check.skipped == 10)
        #expect(check.event(21) && check.missed == 2 && !check.event(20))
        // One that says nothing new.
        let nothing = check.snapshot(21)
        let older = check.snapshot(4)
        #expect(nothing.isEmpty && older.isEmpty && check.skips == 3 && check.skipped == 10 && check.last == 21)
    }

    @Test("Guesses are found by the numbers of their events")
    func told() {
        let dues = DueTimes()
        let all = [3, 4, 9, 12].map { DueTimes.Told(sequence: $0, seat: 1, row: $0, due: Int64($0) * 100) }
        #expect(dues.told(in: 0..<100).isEmpty)
        for guess in all { dues.tell(guess) }
        for low in 0...14 {
            for high in low...14 {
                #expect(dues.told(in: low..<high) == all.filter { (low..<high).contains($0.sequence) })
            }
        }
    }

    @Test("A row that no player was to guess was never due")
    func dues() {
        let dues = DueTimes()
        dues.set(7, seat: 1, row: 0)
        #expect(dues.due(seat: 1, row: 0) == 7)
        for (seat, row) in [(1, 1), (1, -1), (2, 0), (.min, .max), (1, .min)] {
            #expect(dues.due(seat: seat, row: row) == nil)
        }
    }

    @Test(
        "A load goes only to this machine and to private networks",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("10.1.2.3", true), ("172.16.0.1", true), ("172.31.9.9", true),
            ("172.15.0.1", false), ("172.32.0.1", false), ("192.168.7.7", true), ("192.169.0.1", false),
            ("169.254.1.1", true), ("100.64.0.1", false), ("8.8.8.8", false), ("::1", true), ("::2", false),
            ("::", false), ("fe80::1", true), ("febf::1", true), ("fec0::1", false), ("fd12:3456::1", true),
            ("fc00::", true), ("fb00::1", false), ("2001:db8::1", false), ("::ffff:10.0.0.1", true),
            ("::ffff:8.8.8.8", false), ("0.0.0.0", false),
        ])
    func privateNetworks(host: String, isPrivate: Bool) throws {
        let address = try #require(SocketAddress(host: host, port: 1))
        #expect(PrivateNetwork.contains(address) == isPrivate)
    }

    @Test("Each room's watchers are spread over all servers")
    func spread() {
        func connector(_ ports: ClosedRange<UInt16>?) -> Connector {
            let targets = (ports.map { Array($0) } ?? []).map {
                LoadTarget(ServerLocation(host: "127.0.0.1", port: $0), at: .loopback(port: $0))
            }
            return Connector(
                location: ServerLocation(host: "127.0.0.1", port: 9), address: .loopback(port: 9), process: nil,
                random: { 1 }, watched: targets)
        }
        for rooms in 1...4 {
            // Rooms take turns.
            for room in 0..<rooms {
                let numbers = stride(from: room, to: 12 * rooms, by: rooms)
                let ports = numbers.map { connector(1...3).target(ofWatcher: $0, rooms: rooms).location.port }
                #expect(ports == (0..<12).map { UInt16($0 % 3 + 1) })
                let alone = numbers.map { connector(nil).target(ofWatcher: $0, rooms: rooms).location.port }
                #expect(alone.allSatisfy { $0 == 9 })
            }
        }
    }

    @Test("Impossible plans are refused with a reason")
    func plans() {
        func fault(_ change: (inout LoadPlan) -> Void) -> String? {
            var plan = LoadPlan()
            change(&plan)
            return plan.fault
        }
        #expect(fault { _ in } == nil)
        #expect(fault { $0.rooms = 0 } != nil && fault { $0.players = 4 } != nil)
        #expect(fault { ($0.players, $0.rooms) = (49, 1) } == nil && fault { ($0.players, $0.rooms) = (50, 1) } != nil)
        #expect(fault { $0.rate = 300 } == nil && fault { $0.rate = 301 }?.contains("21 players") == true)
        #expect(
            fault { $0.rate = -1 } != nil && fault { $0.rate = .infinity } != nil && fault { $0.rate = .nan } != nil)
        #expect(
            fault { $0.inFlight = 20 } == nil && fault { $0.inFlight = 21 } != nil && fault { $0.inFlight = 0 } != nil)
        #expect(
            fault { $0.seconds = 0 } != nil && fault { $0.watchers = -1 } != nil && fault { $0.arrivals = 0 } != nil)
        // In a closed loop the rate does not count.
        #expect(fault { ($0.inFlight, $0.rate) = (1, 1e9) } == nil)
    }

    @Test("A process is found by its port and reports its usage")
    func processes() throws {
        let socket = try ListeningSocket(binding: .loopback(port: 0))
        #expect(ListeningProcess.find(port: socket.address.port) == getpid())
        let usage = try #require(ProcessUsage.own)
        #expect(usage.residentBytes > 1 << 20 && usage.processorSeconds >= 0)
        #expect(ProcessUsage(of: -1) == nil)
        let table = """
              sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
               0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0 100 0 0 10 0
               1: 0100007F:1F90 0100007F:9C40 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1 0 20 4 30 10 -1
               2: 0100007F:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4713 1 0 100 0 0 10 0
            """
        #expect(ListeningProcess.listeningSockets(in: table, port: 8_080) == ["4711"])
    }

    @Test("Numbers are written for people")
    func numbers() {
        #expect(Decimals.text(3.14159, digits: 2) == "3.14" && Decimals.text(0.005, digits: 2) == "0.01")
        #expect(Decimals.text(-1.5, digits: 1) == "-1.5" && Decimals.text(1_999.96, digits: 1) == "2000.0")
        #expect(Decimals.text(41.5, digits: 0) == "42" && Milliseconds.text(1_234_567) == "1.23")
    }
}
