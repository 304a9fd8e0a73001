import Bus
import Dispatch
import Glibc
import Synchronization
import Telemetry

/// The bus that the configuration names, and the node's name on it.
struct ClusterBus: Sendable {
    let bus: any Bus
    /// The name of the cluster.
    let cluster: String
    /// The name of this node. It begins like the machine's and differs with each start, so that no node is taken for
    /// its predecessor.
    let node: String
    var subjects: ClusterSubjects { ClusterSubjects(cluster: cluster) }

    /// Begins to reach the bus that the setting names; nil for a server that is alone. `random` is to be foretold by
    /// nobody.
    init?(_ configuration: ServerConfiguration, _ logger: Logger, random: UInt64) throws(ConfigurationFault) {
        guard !configuration.bus.isEmpty else { return nil }
        node = "\(ClusterBus.machine)-\(String(random, radix: 36))"
        do throws(BusFault) {
            let address = try BusAddress(configuration.bus)
            cluster = address.cluster
            let name = "tilerace-\(node)"
            let bound = Mutex(LineBound(most: ClusterBus.mostLines))
            bus = try ReopenedBus.open(
                { report throws(BusFault) in
                    // Read for each connection: it may have been changed since.
                    let password: String? =
                        if let path = address.passwordFile { try ClusterBus.password(in: path) } else { nil }
                    return try NATSBus.open(address, name: name, password: password, report: report)
                },
                pausing: { milliseconds, action in
                    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: action)
                },
                report: { event in
                    let now = Int(DispatchTime.now().uptimeNanoseconds / 1_000_000)
                    let verdict = bound.withLock { $0.admit(at: now) }
                    guard verdict != .drop else { return }
                    ClusterBus.note(event, address, logger)
                    if verdict == .writeLast { logger.warning("bus", ["text": "no more of this minute is logged"]) }
                })
        } catch {
            throw ConfigurationFault("bus: \(error)")
        }
    }

    /// Most lines within a minute. What the library finds wrong it may find wrong with each message.
    private static let mostLines = 64

    private static func note(_ event: NATSBus.Event, _ address: BusAddress, _ logger: Logger) {
        let name: LogValue = .text("\(address)")
        switch event {
        case .state(.connected): logger.info("bus_connected", ["address": name])
        case .state(.away): logger.warning("bus_away", ["address": name])
        case .state(.closed): break
        case .refused:
            let text = "its server refuses the connection, as with a wrong password: it is tried again and again"
            logger.error("bus_refused", ["address": name, "text": .text(text)])
        case .silent:
            let text = "its server has not answered for long: another connection is opened"
            logger.warning("bus_silent", ["address": name, "text": .text(text)])
        case .fault(let text): logger.warning("bus", ["text": .text(text)])
        }
    }

    /// Bytes of the machine's name that are taken over.
    private static let longestMachine = 40

    /// The machine's name, as far as it can be in a subject.
    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "node" }
        let letters = name.prefix { $0 != 0 }.prefix(longestMachine).map { UInt8(bitPattern: $0) }
        let text = letters.map { byte in
            let letter = String(UnicodeScalar(byte))
            return Subject.isWord(letter) ? letter : "-"
        }.joined()
        return text.isEmpty ? "node" : text
    }

    /// Bytes of the file of a password at most.
    private static let longestPassword = 1_024

    /// The first line of a file that nobody else can read.
    private static func password(in path: String) throws(BusFault) -> String {
        do throws(ConfigurationFault) {
            try FileTrust().check(path, .secret)
            let text = String(decoding: try RegularFile.read(path, most: 4_096), as: UTF8.self)
            let line = text.prefix { !$0.isNewline }
            guard !line.isEmpty, line.utf8.count <= longestPassword else {
                throw ConfigurationFault("\(path) must have it in its first line, of \(longestPassword) bytes at most")
            }
            return String(line)
        } catch {
            throw .password("\(error)")
        }
    }
}
