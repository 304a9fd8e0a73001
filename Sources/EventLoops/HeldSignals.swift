import Glibc

/// Signals that do not interrupt the process, but wait until it asks for them.
package struct HeldSignals: Sendable {
    private let set: sigset_t

    /// Holds them back from this thread and from all that are begun later: to be called before any other is. One that
    /// comes while the process still starts is not lost.
    package init(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        let result = pthread_sigmask(SIG_BLOCK, &set, nil)
        precondition(result == 0, "signals that exist can be held back")
        self.set = set
    }

    /// Sleeps until one of them has come, and says which.
    package func next() -> Int32 {
        var set = set
        var number: Int32 = 0
        let result = sigwait(&set, &number)
        precondition(result == 0, "signals that exist can be waited for")
        return number
    }

    /// Ends the process at once as the signal would have, so that its parent sees which signal ended it.
    package func end(by number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = set
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        // For a signal whose default is to do nothing.
        exit(128 + number)
    }
}
