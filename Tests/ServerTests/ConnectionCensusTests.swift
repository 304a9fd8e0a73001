import TestKit
import Sessions
import Testing

@testable import Server

@Suite(.blocking) struct ConnectionCensusTests {
    private let now = 1_000_000

    /// An address by a letter, or written out.
    private func client(_ name: String) -> ClientNetwork {
        let last = name.utf8.last.map(Int.init) ?? 0
        return ClientNetwork(IPAddress(name.contains(".") ? name : "192.0.2.\(last)"))
    }

    private func census(
        total: Int = 1_000, perAddress: Int = 1_000, arrivals: Int = 1_000
    ) -> ConnectionCensus {
        ConnectionCensus(
            limits: .init(total: total, perAddress: perAddress, arrivalRate: arrivals))
    }

    @Test("Connections are bounded in all, and one that leaves makes room")
    func total() {
        let census = census(total: 2)
        #expect(census.enter(client("a"), now: now) == .welcome)
        #expect(census.enter(client("b"), now: now) == .welcome)
        #expect(census.enter(client("c"), now: now) == .full)
        #expect(census.enter(nil, now: now) == .full, "a proxy's, too")
        #expect(census.count == 2, "who was refused took no place")
        census.leave(client("a"), now: now)
        #expect(census.enter(client("c"), now: now) == .welcome)
        #expect(census.count == 2)
    }

    @Test("Connections of one address are bounded, and one that leaves makes room")
    func perAddress() {
        let census = census(perAddress: 2)
        #expect((0..<2).allSatisfy { _ in census.enter(client("a"), now: now) == .welcome })
        #expect(census.enter(client("a"), now: now) != .welcome)
        #expect(census.enter(client("b"), now: now) == .welcome)
        census.leave(client("a"), now: now)
        #expect(census.enter(client("a"), now: now) == .welcome)
        #expect(census.enter(client("a"), now: now) != .welcome)
    }

    @Test("Connections of one address have a rate a second")
    func arrivals() {
        let census = census(perAddress: 5, arrivals: 4)
        func come(_ now: Int) -> Bool {
            guard census.enter(client("a"), now: now) == .welcome else { return false }
            census.leave(client("a"), now: now)
            return true
        }
        #expect((0..<20).count { _ in come(now) } == 5, "at once as many as it may have")
        #expect(census.enter(client("a"), now: now) == .tooMany(retry: 250))
        #expect(!come(now + 249))
        #expect(come(now + 250))
        #expect((0..<20).count { _ in come(now + 1_250) } == 4, "four a second, not one")
        #expect(census.enter(client("b"), now: now) == .welcome)
    }

    @Test("An address is forgotten once its rate has recovered")
    func recoveredAddresses() {
        let census = census(arrivals: 1_000)
        #expect(census.enter(client("a"), now: now) == .welcome)
        census.leave(client("a"), now: now)
        #expect(census.clientCount == 1, "its rate is remembered")
        #expect(census.enter(client("a"), now: now) == .welcome)
        census.leave(client("a"), now: now + 10)
        #expect(census.clientCount == 0)
    }

    @Test("At most 50,000 addresses are remembered")
    func memoryIsBounded() {
        let census = census(total: 1_000_000)
        #expect(census.enter(client("s"), now: now) == .welcome)
        for number in 0..<120_000 {
            let address = "10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"
            #expect(census.enter(client(address), now: now) == .welcome)
            census.leave(client(address), now: now)
            if number % 10_000 == 0 { #expect(census.clientCount <= 50_000) }
        }
        #expect(census.clientCount <= 50_000)
        #expect(census.count == 1)
        census.leave(client("s"), now: now + 1_000)
        #expect(census.count == 0)
    }

    @Test("Accepting pauses while the server is full and many connections are being refused")
    func acceptingPauses() {
        let census = census(total: 10)
        let refused = ServerBounds().refusals
        for _ in 0..<10 {
            #expect(census.admits(isSecure: false, open: 0) && census.enter(client("a"), now: now) == .welcome)
        }
        for _ in 0..<refused {
            #expect(census.admits(isSecure: false, open: 0) && census.beginRefusal())
        }
        // The shards have both kinds.
        #expect(!census.admits(isSecure: false, open: 0) && !census.admits(isSecure: true, open: 10 + refused))
        #expect(!census.beginRefusal(), "one more hears nothing")
        let empty = self.census(total: 10)
        #expect(empty.admits(isSecure: false, open: 9 + refused))
        #expect(!empty.admits(isSecure: false, open: 10 + refused), "none counted yet, all on their way")
        census.endRefusal()
        #expect(census.admits(isSecure: false, open: 0) && census.beginRefusal())
        census.leave(client("a"), now: now)
        #expect(
            census.admits(isSecure: false, open: 0) && census.admits(isSecure: true, open: 9 + refused),
            "there is a place again, however many are being refused")
        #expect(census.enter(client("b"), now: now) == .welcome)
    }

    // MARK: Over real sockets

    @Test("A connection above the total is refused with 503", arguments: TestServer.shardCounts)
    func fullServer(shards: Int) throws {
        let server = try TestServer(shards: shards) { $0.connections = 4 }
        let welcome = try (0..<4).map { _ in try server.connect() }
        for client in welcome { #expect(try client.ask("GET", "/api/v1/health").status == 200) }
        let refused = try server.connect()
        let answer = try refused.readAnswer()
        #expect(answer.status == 503)
        #expect(answer["retry-after"] == "5")
        #expect(try refused.readToEnd() == [])
        // The others are not disturbed, and whose place becomes free is followed.
        for client in welcome.dropFirst() { #expect(try client.ask("GET", "/api/v1/health").status == 200) }
    }

    /// All of them come from one address.
    @Test("Refused connections that are never closed take nobody's place", arguments: TestServer.shardCounts)
    func refusedConnections(shards: Int) throws {
        // So few that the first has not been given up when the last one comes, however slow the machine.
        var bounds = ServerBounds()
        bounds.refusals = 8
        let server = try TestServer(bounds: bounds, shards: shards) {
            $0.connections = 4
            $0.connectionsPerAddress = 1
        }
        let welcome = try server.connect()
        #expect(try welcome.ask("GET", "/api/v1/health").status == 200)
        let refused = try (0..<bounds.refusals).map { _ in try server.connect() }
        for client in refused { #expect(try client.readAnswer().status == 503) }
        // More are ended without a word.
        #expect(try server.connect().readToEnd() == [])
        let other = try server.connect(from: "127.0.0.2")
        #expect(try other.ask("GET", "/api/v1/health").status == 200)
        withExtendedLifetime(refused) {}
    }

    @Test("An address that connects too often is refused with 503")
    func frequentConnections() throws {
        let server = try TestServer {
            $0.connectionsPerAddress = 8
            $0.connectionRate = 1
        }
        var statuses: [Int] = []
        for _ in 0..<20 {
            let client = try server.connect()
            try client.send("GET /api/v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            let answer = try client.readAnswer()
            statuses.append(answer.status)
            if answer.status == 503 { #expect(answer["retry-after"] == "1") }
            _ = try client.readToEnd()
        }
        #expect(statuses.prefix(8) == [200, 200, 200, 200, 200, 200, 200, 200])
        #expect(statuses.contains(503))
    }
}
