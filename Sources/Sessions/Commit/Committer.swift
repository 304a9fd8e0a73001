import Storage

/// Makes decisions durable, and has them told when they are.
final class Committer: HubPart {
    let context: HubContext
    private let teller: Teller
    /// What was submitted, in order, and on which of the earlier ones it rests; from `first` on it is not answered yet.
    /// The array is cut when as many have been answered as have not.
    private var underWay: [(ticket: Int, rests: [Int])] = []
    private var first = 0
    /// Goes up with each failure: what was read before it may have been let go since.
    private(set) var failures = 0
    /// What memory has of some decisions never happened: of those with these tickets, or (nil) of all under way.
    var failed: (_ error: StorageError, _ lost: Set<Int>?) -> Void = { _, _ in }
    /// Something may be due in a room.
    var look: (LiveRoom) -> Void = { _ in }
    /// What is under way may all be settled.
    var settled: () -> Void = {}

    init(_ context: HubContext, _ teller: Teller) {
        self.context = context
        self.teller = teller
    }

    /// Whether the disk is so far behind that nothing more may be decided.
    var isBehind: Bool { teller.underWay >= settings.commitsUnderWay }

    /// Submits what was decided, and has it told in its turn. `then` is called before that, with whether it is durable:
    /// for work of several steps.
    func commit(_ decision: Decision, then: ((_ durable: Bool) -> Void)? = nil) {
        defer { for room in decision.roomsToLookAt { look(room) } }
        guard !decision.writes.isEmpty else {
            if let then { teller.tell(.resume(then), restingOn: decision.footing) }
            return teller.tell(decision, restingOn: 0)
        }
        let ticket = teller.ticket()
        let rests = stamp(decision, with: ticket)
        if let then { teller.tell(.resume(then), restingOn: ticket) }
        teller.tell(decision, restingOn: ticket)
        submit(Transaction(number: ticket, heard: teller.settled, rests: rests, writes: decision.writes))
    }

    /// Marks what the decision has changed with its ticket. Returns the tickets on which it rests: those under way that
    /// the same rooms, players and game had before, as it was made against their changes.
    private func stamp(_ decision: Decision, with ticket: Int) -> [Int] {
        var before: [Int] = []
        func note(_ earlier: Int) {
            guard earlier > teller.settled, !before.contains(earlier), !teller.isDoomed(earlier) else { return }
            before.append(earlier)
        }
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
            if case .success = result { environment.meter.commit(environment.meter.clock() - began) }
            answered(transaction.number, result)
            settled()
        }
    }

    /// Storage answers in the order of submission.
    private func answered(_ ticket: Int, _ result: Result<Void, StorageError>) {
        // A failure that concerned all has been dealt with for all at once.
        guard !teller.isSettled(ticket) else { return }
        guard case .failure(let error) = result, !teller.isDoomed(ticket) else { return settle(ticket) }
        failures += 1
        let isOfOne = error.isOfOneTransaction
        let lost = isOfOne ? restingOn(ticket) : Set(underWay[first...].map(\.ticket))
        teller.lose(lost)
        failed(error, isOfOne ? lost : nil)
        settle(isOfOne ? ticket : teller.submitted)
    }

    /// Everything under way that rests on a ticket, directly or not, and that itself.
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
