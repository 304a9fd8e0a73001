import Dispatch
import Glibc

/// SIGINT and SIGTERM: somebody wants the process to end in good order.
package enum StopSignal {
    /// Waits for the first of them. From then on a second one ends the process at once, as it would without us.
    package static func wait() async {
        let queue = DispatchQueue(label: "tilerace.signals")
        let signals = [SIGINT, SIGTERM]
        for number in signals { signal(number, SIG_IGN) }
        let sources = signals.map { DispatchSource.makeSignalSource(signal: $0, queue: queue) }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            // Unsafe but sound: read and written on `queue` alone.
            nonisolated(unsafe) var pending: CheckedContinuation<Void, Never>? = continuation
            for source in sources {
                source.setEventHandler {
                    pending?.resume()
                    pending = nil
                }
                source.activate()
            }
        }
        for source in sources { source.cancel() }
        for number in signals { signal(number, SIG_DFL) }
    }
}
