import Bytes
import HTTP1
import Sessions
import Synchronization
import Testing

@testable import EventLoops
@testable import Server

/// A shard's way to the hub.
@Suite(.timeLimit(.minutes(1))) struct HubPortTests {
    /// Statuses of the answers that reached their connections.
    private final class Answers: Sendable {
        private let statuses = Mutex<[Int]>([])
        func add(_ status: Int) { statuses.withLock { $0.append(status) } }
        var all: [Int] { statuses.withLock { $0 } }
    }

    private func request() throws -> Request {
        var parser = RequestParser()
        let text = "GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n"
        let event = try ReceivedBytes.over(Array(text.utf8)) { (input: inout ReceivedBytes) throws(HTTPError) in
            try parser.next(&input)
        }
        guard case .request(let request) = event else { throw HTTPError.malformedRequestLine }
        return request
    }

    /// Runs `steps` on a shard beside the hub's, with its port there.
    private func onShard(_ steps: @escaping @Sendable (HubPort) -> Void) async throws {
        let group = try ShardGroup(count: 2)
        await withCheckedContinuation { done in
            group.shards[1].execute { loop in
                let box = Mailbox<HubMail>(of: loop, to: group.shards[0]) { batch, _ in _ = batch.handled() }
                steps(HubPort(box, of: loop, limit: 1 << 20))
                done.resume()
            }
        }
        await group.stop(graceMilliseconds: 10)
    }

    @Test("An answer reaches its own connection once, and never a later one in the same slot")
    func answers() async throws {
        let answers = Answers()
        let request = try request()
        try await onShard { hub in
            let context = RequestContext(client: ClientNetwork(nil), isSecure: false)
            // The second has the place of the first, which is gone before its answer comes.
            let (gone, here) = (ConnectionID(slot: 1, generation: 0), ConnectionID(slot: 1, generation: 1))
            for (id, status) in [(gone, 1), (here, 2)] {
                hub.ask(.health, request, in: context, id) { _ in answers.add(status) }
            }
            hub.forget(gone)
            for id in [gone, here, here] { hub.answered(id, .notFound) }
        }
        #expect(answers.all == [2])
    }

    @Test("A request to a lost hub is answered last on its connection, as a late answer could be taken for another")
    func lostHub() async throws {
        let answers = Answers()
        let request = try request()
        try await onShard { hub in
            let context = RequestContext(client: ClientNetwork(nil), isSecure: false)
            hub.ask(.today, request, in: context, ConnectionID(slot: 1, generation: 0)) { response in
                #expect(response.isLast)
                answers.add(response.head.status.code)
            }
            hub.wasLost()
        }
        #expect(answers.all == [503])
    }

    /// A hub on the own shard that says it has handled mail when the test wants.
    private final class SlowDesk {
        private var batches: [MailBatch<HubMail>] = []
        func receive(_ batch: MailBatch<HubMail>) { batches.append(batch) }
        func handleAll() -> Bool {
            defer { batches = [] }
            return batches.map { $0.handled() }.contains(true)
        }
    }

    @Test("On the hub's own shard, unhandled mail stops reading at the bound")
    func ownShard() async throws {
        let group = try ShardGroup(count: 1)
        let request = try request()
        await withCheckedContinuation { done in
            group.shards[0].execute { loop in
                let desk = SlowDesk()
                let id = ConnectionID(slot: 1, generation: 0)
                let limit = 10 * HubMail.received(id, json: [], lag: 0, at: 0).cost
                let hub = HubPort(Mailbox { desk.receive(MailBatch([$0], $1)) }, of: loop, limit: limit)
                for _ in 0..<9 { hub.receive([], from: id, lag: 0, at: 0) }
                #expect(hub.hasRoom)
                hub.receive([], from: id, lag: 0, at: 0)
                #expect(!hub.hasRoom, "the bound is reached")
                var refused = 0
                hub.ask(.health, request, in: RequestContext(client: ClientNetwork(nil), isSecure: false), id) {
                    refused = $0.head.status.code
                }
                #expect(refused == 503)
                hub.awaitRoom(for: id)
                #expect(desk.handleAll(), "the port waits to be told")
                #expect(hub.hasRoom)
                done.resume()
            }
        }
        await group.stop(graceMilliseconds: 10)
    }
}
