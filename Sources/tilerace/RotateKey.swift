import Foundation
import Server

/// `tilerace rotate-key`: another key for session tokens.
enum RotateKey {
    static let usage = """
        Usage: tilerace rotate-key [--config FILE] [--data FOLDER]
               tilerace rotate-key --forget N [--config FILE] [--data FOLDER]

        Adds a key to the file session-key of the data folder. It signs session tokens from then on; those of the keys before
        it stay good, so nobody is logged out, and each is replaced when its player comes the next time. A server that runs
        takes the key on SIGHUP.

        --forget N  removes key N instead: whoever still has a token of it is logged out, and has lost the player for good
                    unless another device is logged in. The newest key cannot be removed.
        """

    /// Runs the command, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        do {
            say(try rotate(arguments))
            exit(0)
        } catch {
            fail("\(error)")
        }
    }

    /// Rotates the key and returns the command's output. The server's own flags are accepted, since `--config` and
    /// `--data` are settings of the server.
    static func rotate(_ arguments: [String]) throws(ConfigurationFault) -> String {
        var settings = arguments
        var forgotten: Int?
        if let flag = settings.firstIndex(of: "--forget") {
            guard flag + 1 < settings.count, let version = Int(settings[flag + 1]) else {
                throw ConfigurationFault("command line: --forget wants the number of a key")
            }
            forgotten = version
            settings.removeSubrange(flag...flag + 1)
        }
        let configuration = try Service.configuration(settings)
        let folder = try DataFolder(existing: configuration.data)
        try folder.checkTrustForCommand()
        let file = SessionKeyFile(of: folder)
        let next = "Send SIGHUP to a server that runs on this folder."
        if let forgotten {
            try file.forget(forgotten)
            return "Key \(forgotten) is forgotten. \(next)"
        }
        return "Key \(try file.rotate()) signs from now on; tokens of the keys before it stay good. \(next)"
    }
}
