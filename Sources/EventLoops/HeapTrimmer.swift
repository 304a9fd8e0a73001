import Dispatch
import Synchronization

/// Returns free memory inside the heap to the system. The output backlogs of thousands of connections leave holes when
/// they are freed. The C library would keep these, and the process would grow with each such storm.
final class HeapTrimmer: Sendable {
    private let queue = DispatchQueue(label: "tilerace.heap", qos: .utility)
    private let isSet = Atomic<Bool>(false)
    /// The delay from a call to the work, in ns.
    private let pause: Atomic<Int>
    private let shortestPause: Int
    private let trim: @Sendable () -> Void

    /// Trims at least `milliseconds` after the first call, once for all calls until then, and at most for a twentieth
    /// of the time.
    init(pause milliseconds: Int = 1_000, trim: @escaping @Sendable () -> Void = HeapArenas.trim) {
        shortestPause = milliseconds * 1_000_000
        pause = Atomic(shortestPause)
        self.trim = trim
    }

    /// Requests a trim, after much memory was freed.
    func call() {
        guard !isSet.exchange(true, ordering: .relaxed) else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(pause.load(ordering: .relaxed))) { self.work() }
    }

    private func work() {
        isSet.store(false, ordering: .relaxed)
        let begun = DispatchTime.now().uptimeNanoseconds
        trim()
        let took = Int(clamping: DispatchTime.now().uptimeNanoseconds - begun)
        pause.store(max(shortestPause, 20 * took), ordering: .relaxed)
    }
}
