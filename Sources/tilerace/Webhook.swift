import Foundation
import Server

/// `tilerace webhook`: tries the receivers, and shows what waits to be sent to programs outside and what could not be.
enum Webhook {
    static let usage = """
        Usage: tilerace webhook test [--config FILE] [--data FOLDER]
               tilerace webhook list [--config FILE] [--data FOLDER]
               tilerace webhook show NAME [--config FILE] [--data FOLDER]
               tilerace webhook resend NAME … | --all [--config FILE] [--data FOLDER]
               tilerace webhook drop NAME … | --all [--config FILE] [--data FOLDER]

        A delivery that its receiver does not take is tried eight times, over some fifteen hours. What is not taken then, or
        refused for good, is a dead letter. The server may run.

        test    sends each receiver a sample now, as the settings say, and tells what came of it
        list    shows what waits, and the dead letters, each with the reason of its last try
        show    prints the body of a delivery
        resend  has dead letters sent once more, with the same key
        drop    removes dead letters
        """

    /// Runs the command, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        do {
            let (text, isGood) = try output(arguments)
            say(text)
            exit(isGood ? 0 : 1)
        } catch {
            fail("\(error)")
        }
    }

    /// Does what the arguments say and returns the command's output, and whether all went well.
    private static func output(_ arguments: [String]) throws(ConfigurationFault) -> (text: String, isGood: Bool) {
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
        let configuration = try Service.configuration(settings)
        let folder = try DataFolder(existing: configuration.data)
        try folder.checkTrustForCommand()
        guard verb != "test" else {
            guard words.isEmpty, !isAll else { throw ConfigurationFault("“webhook test” wants nothing more") }
            return try test(configuration, folder)
        }
        return (try output(of: verb, words, isAll, try HookSpool(in: folder)), true)
    }

    /// Tries the receivers. No spool is opened: what waits and the dead letters are none of its business.
    private static func test(
        _ configuration: ServerConfiguration, _ folder: DataFolder
    ) throws(ConfigurationFault) -> (text: String, isGood: Bool) {
        // As a server does: a receiver that hangs up must not end the program before that is said.
        signal(SIGPIPE, SIG_IGN)
        let trial = try HookTrial(configuration, in: folder) { Int(Date().timeIntervalSince1970 * 1_000) }
        let outcomes = trial.run()
        let text = outcomes.map { TerminalText.visible($0.sentence) }.joined(separator: "\n")
        return (text, outcomes.allSatisfy(\.isTaken))
    }

    /// Does a verb on the spool and returns its output.
    private static func output(
        of verb: String, _ words: [String], _ isAll: Bool, _ spool: HookSpool
    ) throws(ConfigurationFault) -> String {
        switch verb {
        case "list":
            guard words.isEmpty, !isAll else { throw ConfigurationFault("“webhook list” wants nothing more") }
            return try list(spool)
        case "show":
            guard words.count == 1, !isAll else { throw ConfigurationFault("“webhook show” wants a name") }
            guard let found = try (spool.dead() + spool.waiting()).first(where: { $0.name == words[0] }) else {
                throw ConfigurationFault("there is no delivery \(words[0]); “tilerace webhook list” shows them")
            }
            return TerminalText.visible(found.body)
        case "resend", "drop":
            guard isAll != !words.isEmpty else { throw ConfigurationFault("“webhook \(verb)” wants names, or --all") }
            let names = isAll ? try spool.dead().map(\.name) : words
            for name in names { if verb == "drop" { try spool.drop(name) } else { try spool.resend(name) } }
            return verb == "drop" ? "Removed: \(names.count)." : "To be sent again: \(names.count)."
        default: throw ConfigurationFault("there is no “webhook \(verb)”; see “tilerace webhook --help”")
        }
    }

    private static func list(_ spool: HookSpool) throws(ConfigurationFault) -> String {
        let waiting = try spool.waiting().map { line($0, "waits") }
        let dead = try spool.dead().map { line($0, "dead") }
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
