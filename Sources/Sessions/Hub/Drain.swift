/// The shutdown of a hub: begins nothing new, and waits until everything under way has been sent.
final class Drain: HubPart {
    let context: HubContext
    private let teller: Teller
    private var whenDone: (() -> Void)?

    init(_ context: HubContext, _ teller: Teller) {
        self.context = context
        self.teller = teller
    }

    /// Refuses requests from now on. Calls `done` once, when nothing is under way. A stop can meet a hub that steps
    /// down: both are told.
    func begin(_ done: @escaping () -> Void) {
        context.beginDraining()
        let former = whenDone
        whenDone = {
            former?()
            done()
        }
        check()
    }

    /// Checks after each settled commit whether it was the last.
    func check() {
        guard let whenDone, teller.underWay == 0 else { return }
        self.whenDone = nil
        whenDone()
    }
}
