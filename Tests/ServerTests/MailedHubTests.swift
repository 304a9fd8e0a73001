import Bytes
import HTTP1
import Sessions
import Synchronization
import Testing

@testable import EventLoops
@testable import Server

/// The hub as a shard sees it on which it is not.
@Suite(.timeLimit(.minutes(1))) struct MailedHubTests {
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

    @Test func anAnswerReachesItsOwnConnectionOnceAndNoneThatIsGone() async throws {
        let group = try ShardGroup(count: 2)
        let request = try request()
        let answers = Answers()
        await withCheckedContinuation { done in
            group.shards[1].execute { loop in
                let box = Mailbox<HubMail>(of: loop, to: group.shards[0]) { batch, _ in _ = batch.handled() }
                let hub = MailedHub(box, of: loop, limit: 1 << 20)
                let context = RequestContext(client: ClientNetwork(nil), isSecure: false)
                // The second has the place of the first, which is gone before its answer comes.
                let (gone, here) = (ConnectionID(slot: 1, generation: 0), ConnectionID(slot: 1, generation: 1))
                for (id, status) in [(gone, 1), (here, 2)] {
                    hub.ask(.health, request, in: context, id) { _ in answers.add(status) }
                }
                hub.forget(gone)
                for id in [gone, here, here] { hub.answered(id, .notFound) }
                done.resume()
            }
        }
        #expect(answers.all == [2])
        await group.stop(graceMilliseconds: 10)
    }
}
