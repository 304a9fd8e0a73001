import Foundation
import Server

/// `tilerace webhook`: what waits to be sent to programs outside, and what could not be.
enum Webhook {
    static let usage = """
        Usage: tilerace webhook list [--config FILE] [--data FOLDER]
               tilerace webhook show NAME [--config FILE] [--data FOLDER]
               tilerace webhook resend NAME … | --all [--config FILE] [--data FOLDER]
               tilerace webhook drop NAME … | --all [--config FILE] [--data FOLDER]

        A delivery that its receiver does not take is tried eight times, over some twenty hours. What is not taken then, or
        refused for good, is a dead letter. The server may run.

        list    shows what waits, and the dead letters, each with the reason of its last try
        show    prints the body of a delivery
        resend  has dead letters sent once more, with the same key
        drop    removes dead letters
        """

    /// Runs the command, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        do {
            print(try output(arguments))
            exit(0)
        } catch {
            fail("\(error)")
        }
    }

    /// Does what the arguments say and returns the command's output.
    static func output(_ arguments: [String]) throws(ConfigurationFault) -> String {
        var words = arguments
        var settings: [String] = []
        for flag in ["--config", "--data"] {
            guard let index = words.firstIndex(of: flag) else { continue }
            guard index + 1 < words.count else { throw ConfigurationFault("command line: \(flag) wants a value") }
            settings += words[index...index + 1]
            words.removeSubrange(index...index + 1)
        }
        let isAll = words.contains("--all")
        words.removeAll { $0 == "--all" }
        guard let verb = words.first else { throw ConfigurationFault("see “tilerace webhook --help”") }
        words.removeFirst()
        let folder = try DataFolder(existing: try Service.configuration(settings).data)
        try folder.checkTrustForCommand()
        let spool = try HookSpool(in: folder)
        switch verb {
        case "list":
            guard words.isEmpty, !isAll else { throw ConfigurationFault("“webhook list” wants nothing more") }
            return list(spool)
        case "show":
            guard words.count == 1, !isAll else { throw ConfigurationFault("“webhook show” wants a name") }
            guard let found = (spool.dead() + spool.waiting()).first(where: { $0.name == words[0] }) else {
                throw ConfigurationFault("there is no delivery \(words[0]); “tilerace webhook list” shows them")
            }
            return TerminalText.visible(found.body)
        case "resend", "drop":
            guard isAll != !words.isEmpty else { throw ConfigurationFault("“webhook \(verb)” wants names, or --all") }
            let names = isAll ? spool.dead().map(\.name) : words
            for name in names { if verb == "drop" { try spool.drop(name) } else { try spool.resend(name) } }
            return verb == "drop" ? "Removed: \(names.count)." : "To be sent again: \(names.count)."
        default: throw ConfigurationFault("there is no “webhook \(verb)”; see “tilerace webhook --help”")
        }
    }

    private static func list(_ spool: HookSpool) -> String {
        let waiting = spool.waiting().map { line($0, "waits") }
        let dead = spool.dead().map { line($0, "dead") }
        return waiting.isEmpty && dead.isEmpty
            ? "Nothing waits, and there is no dead letter." : (waiting + dead).joined(separator: "\n")
    }

    /// A line about a delivery without its address, which may have a secret in it.
    private static func line(_ delivery: HookDelivery, _ state: String) -> String {
        let made = Date(timeIntervalSince1970: Double(delivery.made) / 1_000).formatted(.iso8601)
        let tries = delivery.tries == 1 ? "1 try" : "\(delivery.tries) tries"
        let reason = delivery.reason.isEmpty ? "" : ": \(TerminalText.visible(delivery.reason))"
        return "\(delivery.name)  \(state)  \(delivery.event)  \(made)  \(tries)\(reason)"
    }
}
