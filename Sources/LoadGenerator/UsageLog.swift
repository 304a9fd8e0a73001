import EventLoops

/// The resource usage of the server and of this program at certain instants of a load.
struct UsageLog {
    /// One look at both.
    struct Sample {
        let time: Int64
        let own: ProcessUsage?
        let server: ProcessUsage?
    }

    private var samples: [String: Sample] = [:]

    mutating func sample(_ name: String, server process: Int32?) {
        samples[name] = Sample(
            time: EventLoop.nanoseconds(), own: .own, server: process.flatMap { ProcessUsage(of: $0) })
    }

    subscript(name: String) -> Sample? { samples[name] }

    /// Seconds between two looks.
    func seconds(from: String, to: String) -> Double? {
        guard let a = samples[from], let b = samples[to] else { return nil }
        return Double(b.time - a.time) / 1e9
    }

    /// Cores that were busy between two looks: the server's, or our own.
    func cores(from: String, to: String, of process: KeyPath<Sample, ProcessUsage?>) -> Double? {
        guard let seconds = seconds(from: from, to: to), seconds > 0, let a = samples[from]?[keyPath: process],
            let b = samples[to]?[keyPath: process]
        else { return nil }
        return (b.processorSeconds - a.processorSeconds) / seconds
    }
}
