import GameRules
import Storage

/// Makes decisions durable and releases their messages afterwards.
final class Committer: HubPart {
    let context: HubContext
    private let teller: Teller
    /// The submissions in order, each with the earlier tickets that it rests on; those from `first` on are unanswered.
    /// The array is cut when as many are answered as are not.
    private var underWay: [(ticket: Int, rests: [Int])] = []
    private var first = 0
    /// The next steps of operations that wait for a ticket, by number.
    private var steps: [Int: (_ durable: Bool) -> Void] = [:]
    private var lastStep = 0
    /// Drops from memory what failed commits decided: those with these tickets, or all under way if `lost` is nil.
    var failed: (_ error: StorageError, _ lost: Set<Int>?) -> Void = { _, _ in isUnjoined() }
    /// Ends feeds, and has presence sent, as a connection's view of a room has changed.
    var viewChanged: (ViewChange) -> Void = { _ in isUnjoined() }
    /// Checks whether something is due in a room.
    var look: (LiveRoom) -> Void = { _ in isUnjoined() }
    /// Called after each settled commit, which may have been the last under way.
    var settled: () -> Void = { isUnjoined() }

    init(_ context: HubContext, _ teller: Teller) {
        self.context = context
        self.teller = teller
    }

    /// Whether too many commits are under way to decide anything more (back-pressure).
    var isBehind: Bool { teller.underWay >= settings.commitsUnderWay }

    /// Submits a decision and releases its messages in turn. `then` is called before that, with whether the decision is
    /// durable: for work of several steps.
    func commit(_ decision: Decision, then: ((_ durable: Bool) -> Void)? = nil) {
        for change in decision.viewChanges { viewChanged(change) }
        defer { for room in decision.roomsToLookAt { look(room) } }
        guard !decision.writes.isEmpty else {
            if let then { afterwards(decision.footing, then: then) }
            return teller.tell(decision, restingOn: 0)
        }
        let ticket = teller.ticket()
        let rests = stamp(decision, with: ticket)
        if let then { afterwards(ticket, then: then) }
        teller.tell(decision, restingOn: ticket)
        submit(Transaction(number: ticket, heard: teller.settled, rests: rests, writes: decision.writes))
    }

    /// Continues once a submission is settled: work of several steps that shows what rests on it.
    func afterwards(_ ticket: Int, then: @escaping (_ durable: Bool) -> Void) {
        lastStep += 1
        steps[lastStep] = then
        teller.tell(.outcome(.resumed(step: lastStep)), restingOn: ticket)
    }

    /// Continues once all these submissions are settled. `durable`: none of them was lost.
    func afterwards(_ tickets: [Int], then: @escaping (_ durable: Bool) -> Void) {
        lastStep += 1
        steps[lastStep] = then
        teller.owe(.outcome(.resumed(step: lastStep)), to: nil, at: tickets.max() ?? 0, grounds: tickets)
    }

    /// Takes the step whose ticket is settled.
    func resume(_ step: Int, durable: Bool) { steps.removeValue(forKey: step)?(durable) }

    /// Marks what the decision changed with its ticket. Returns the unsettled earlier tickets that it rests on. They
    /// are those of the same rooms, players and game, and of the rooms that it was made against.
    private func stamp(_ decision: Decision, with ticket: Int) -> [Int] {
        var before: [Int] = []
        func note(_ earlier: Int) {
            guard earlier > teller.settled, !before.contains(earlier), !teller.isDoomed(earlier) else { return }
            before.append(earlier)
        }
        // First, as some of these rooms may be changed too.
        for room in decision.grounds { note(room.ticket) }
        for room in decision.rooms {
            note(room.ticket)
            room.touched(by: ticket)
        }
        for player in decision.players {
            note(player.ticket)
            player.touched(by: ticket)
        }
        if let game = decision.game {
            note(game.ticket)
            game.touched(by: ticket)
        }
        return before
    }

    private func submit(_ transaction: Transaction) {
        underWay.append((transaction.number, transaction.rests))
        let began = environment.meter.clock()
        context.ask({ environment.storage.submit(transaction, completion: $0) }) { [self] result in
            environment.storageAnswered(result)
            if case .success = result { environment.meter.commit(environment.meter.clock() - began) }
            answered(transaction.number, result)
            settled()
        }
    }

    /// Has storage commit once more that a day has begun, which changes nothing, and hears whether it can. Nothing
    /// rests on it, so nothing is lost if it fails.
    func probe(_ day: Day) {
        let probe = Transaction(
            number: 0, heard: teller.settled, rests: [], writes: [.beginDay(day, at: context.days.beganAt)])
        context.ask({ environment.storage.submit(probe, completion: $0) }) { [self] in environment.storageAnswered($0) }
    }

    /// Handles the answer of storage, which arrives in the order of submission.
    private func answered(_ ticket: Int, _ result: Result<Void, StorageError>) {
        // A failure of everything under way has settled this ticket already.
        guard !teller.isSettled(ticket) else { return }
        guard case .failure(let error) = result, !teller.isDoomed(ticket) else { return settle(ticket) }
        let isOfOne = error.isOfOneTransaction
        let lost = isOfOne ? restingOn(ticket) : Set(underWay[first...].map(\.ticket))
        teller.lose(lost)
        failed(error, isOfOne ? lost : nil)
        settle(isOfOne ? ticket : teller.submitted)
    }

    /// The unsettled tickets that rest on a ticket, directly or not, with the ticket itself.
    private func restingOn(_ ticket: Int) -> Set<Int> {
        var lost: Set<Int> = [ticket]
        for (ticket, rests) in underWay[first...] where rests.contains(where: lost.contains) { lost.insert(ticket) }
        return lost
    }

    private func settle(_ ticket: Int) {
        while first < underWay.count, underWay[first].ticket <= ticket { first += 1 }
        if first >= underWay.count - first {
            underWay.removeFirst(first)
            first = 0
        }
        teller.settle(ticket)
    }
}
