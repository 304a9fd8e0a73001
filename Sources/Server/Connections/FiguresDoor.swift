import EventLoops
import Foundation
import Synchronization
import Telemetry

/// The listener for figures: how many connections it has, of all shards.
final class FiguresDoor: Sendable {
    private let open = Atomic(0)
    private let most: Int

    /// `most`: connections at one time; who comes then is cut off.
    init(most: Int) { self.most = most }

    /// Counts a connection, unless there are as many as may be.
    func enter() -> Bool {
        if open.add(1, ordering: .relaxed).newValue <= most { return true }
        leave()
        return false
    }

    /// Uncounts one that was counted.
    func leave() { open.subtract(1, ordering: .relaxed) }
}

extension ServerShards {
    /// Serves figures where the setting says. Call it when no other server of the folder runs: a Unix socket of that
    /// name is taken for the remains of a killed server. Without the listener the game is served all the same. Returns
    /// the port, if it is one.
    func serveFigures(at address: MetricsAddress, _ bounds: ServerBounds, _ logger: Logger) -> UInt16? {
        let door = FiguresDoor(most: bounds.figuresConnections)
        let accept: @Sendable (Connection) -> any ConnectionHandler = { connection in
            FiguresConnection(connection, shard: ServerShards.shard(of: connection), door: door)
        }
        do throws(EventLoopError) {
            var port: UInt16?
            switch address {
            case .port(let address, _):
                let socket = try ListeningSocket(binding: address)
                port = socket.address.port
                group.serve(socket, outputLimit: ServerShards.answerLimit, accept: accept)
            case .socket(let folder, let name):
                group.serve(
                    try LocalSocket(folder: folder, name: name), outputLimit: ServerShards.answerLimit, accept: accept)
            }
            logger.info("serving_figures", ["address": .text(address.text)])
            return port
        } catch {
            logger.error("figures_not_served", ["address": .text(address.text), "text": .text("\(error)")])
            return nil
        }
    }
}
