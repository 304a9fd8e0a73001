import Storage

/// Makes decisions durable, and has them told when they are.
final class Committer: HubPart {
    let context: HubContext
    private let teller: Teller
    /// Fences storage: goes up when a commit failed and memory was forgotten.
    private(set) var generation = 1
    /// A commit has failed: memory is ahead of the disk by moves that never happened.
    var failed: (StorageError) -> Void = { _ in }
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
        decision.stamp(ticket)
        if let then { teller.tell(.resume(then), restingOn: ticket) }
        teller.tell(decision, restingOn: ticket)
        submit(decision.writes, as: ticket)
    }

    private func submit(_ writes: [Write], as ticket: Int) {
        let transaction = Transaction(generation: generation, writes: writes)
        let ofGeneration = generation
        let began = environment.meter.clock()
        context.ask({ environment.storage.submit(transaction, completion: $0) }) { [self] result in
            if case .success = result { environment.meter.commit(environment.meter.clock() - began) }
            // Failures of an older generation have been dealt with all at once.
            guard ofGeneration == generation else { return }
            switch result {
            case .success: teller.confirm(ticket)
            case .failure(let error):
                generation += 1
                failed(error)
            }
            settled()
        }
    }
}
