import Dispatch
import Synchronization

/// A server that can be asked whether it is there.
protocol WatchedServer: AnyObject, Sendable {
    var state: BusState { get }
    /// Asks the server, and waits for its answer, or until that cannot come any more. Whether it came.
    func ask() -> Bool
    /// Gives the server up: it has owed an answer for too long, or was away.
    func fellSilent()
}

/// Notices a server that has fallen silent, whatever happens to the wall's clock.
///
/// libnats asks by itself, but at instants of the wall's clock: in 3.4.1 `nats_Now` reads `CLOCK_REALTIME`, for which
/// `_timerThread` waits by `pthread_cond_timedwait`. Where the clock is set back by an hour, it asks an hour later, and
/// the wait for an answer (`natsConnection_FlushTimeout`) is as much longer. Dispatch counts a pause since the boot.
final class ServerWatch: Sendable {
    private let looking = DispatchQueue(label: "tilerace.bus.watch")
    /// Waits for answers.
    private let questions = DispatchQueue(label: "tilerace.bus.questions")
    private let silence = Mutex(Silence())

    /// Looks at a server every so many ms, until its bus is closed or gone.
    func begin(_ server: any WatchedServer, every milliseconds: Int) {
        looking.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self, weak server] in
            guard let server, server.state != .closed else { return }
            look(at: server)
            begin(server, every: milliseconds)
        }
    }

    private func look(at server: any WatchedServer) {
        let isAway = server.state != .connected
        switch silence.withLock({ $0.look(isAway: isAway) }) {
        case .nothing: break
        case .ask:
            questions.async { [self] in
                let isThere = server.ask()
                silence.withLock { $0.answered(isThere) }
            }
        case .giveUp: server.fellSilent()
        }
    }
}

/// The silence of a server, counted in looks at it. A process that was stopped does not look, and so blames nobody.
struct Silence {
    /// The act that a look leads to.
    enum Step: Hashable {
        case nothing
        case ask
        case giveUp
    }

    /// Looks without an answer after which a server is given up: libnats, which says more, is to notice before.
    static let most = 8

    /// Looks at a server that is away, after which another connection may reach it. The library also tries again, but
    /// by the wall's clock (`natsCondition_TimedWait`), and may wait for an hour.
    static let mostAway = 60

    private var looks = 0
    private var isAsked = false
    private var looksAway = 0

    /// Looks at the server. One that is away is known to say nothing.
    mutating func look(isAway: Bool) -> Step {
        looksAway = isAway ? looksAway + 1 : 0
        guard !isAway, looks < Silence.most else {
            looks = 0
            guard !isAway || looksAway == Silence.mostAway else { return .nothing }
            looksAway = 0
            return .giveUp
        }
        looks += 1
        guard !isAsked else { return .nothing }
        isAsked = true
        return .ask
    }

    /// A question has ended; `isThere`: by an answer.
    mutating func answered(_ isThere: Bool) {
        isAsked = false
        if isThere { looks = 0 }
    }
}
