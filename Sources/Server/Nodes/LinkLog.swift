import Telemetry

/// Writes what is to be said about links to the log, and counts it. Confined to the shard of the links.
///
/// Whoever can publish on the bus causes as many of these events as they like: lines are bounded, counts are not.
final class LinkLog {
    private let logger: Logger
    private let metrics: ServerMetrics
    private let now: () -> Int
    private var bound = LineBound(most: most)

    /// Most lines within a minute. A hub that takes over begins 64 links at most.
    static let most = 256

    /// `now`: the server's clock, in ms.
    init(_ logger: Logger, _ metrics: ServerMetrics, now: @escaping () -> Int) {
        self.logger = logger
        self.metrics = metrics
        self.now = now
    }

    func note(_ event: LinkEvent) {
        count(event)
        let verdict = bound.admit(at: now())
        guard verdict != .drop else { return }
        write(event)
        if verdict == .writeLast { logger.warning("links", ["text": "no more of this minute is logged"]) }
    }

    private func count(_ event: LinkEvent) {
        switch event {
        case .lost: metrics.linksLost.add()
        case .lapsed: metrics.leaseLapses.add()
        case .linked, .different, .unprinted, .twoHubs, .noCommonVersion, .full, .unreadable: break
        }
    }

    private func write(_ event: LinkEvent) {
        switch event {
        case .linked(let node, let generation):
            logger.info("node_linked", ["node": .text(node), "generation": .number(Int(clamping: generation))])
        case .lost(let node, let fault):
            logger.warning("link_lost", ["node": .text(node), "text": .text("\(fault)")])
        case .lapsed(let generation):
            logger.warning("lease_lapsed", ["generation": .number(Int(clamping: generation))])
        case .different(let node, let difference) where difference.isGrave:
            logger.error("node_refused", ["node": .text(node), "text": .text("\(difference)")])
        case .different(let node, let difference):
            logger.warning("node_differs", ["node": .text(node), "text": .text("\(difference)")])
        case .unprinted(let node):
            logger.warning(
                "node_differs", ["node": .text(node), "text": "its release does not say which secrets it has"])
        case .twoHubs(let node, let generation):
            let text = "it serves another database under this cluster's name: give each a name of its own on the bus"
            logger.error(
                "node_refused",
                ["node": .text(node), "generation": .number(Int(clamping: generation)), "text": .text(text)])
        case .noCommonVersion(let node):
            logger.error(
                "node_refused", ["node": .text(node), "text": "its version and ours have no mail in common"])
        case .full(let node):
            logger.error("node_refused", ["node": .text(node), "text": "there are as many nodes as may be"])
        case .unreadable(let fault): logger.warning("bus_unreadable", ["text": .text("\(fault)")])
        }
    }
}
