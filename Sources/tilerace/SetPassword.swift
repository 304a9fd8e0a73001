import Foundation
import Server

/// `tilerace set-password`: the password of a private server.
enum SetPassword {
    static let usage = """
        Usage: tilerace set-password [--config FILE] [--data FOLDER]

        Reads a password of 8 to 128 characters from the standard input, and puts it into the data folder, where it is kept by
        scrypt. A folder that is missing is made. A terminal does not show the password, and asks twice. New players are asked
        for it where the setting `access` is `password`. Who is a player already stays one. A server that runs takes it on SIGHUP.
        """

    /// Runs the command, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        do {
            let configuration = try Service.configuration(arguments)
            try set(in: configuration.data)
            say("The password is set. A server that runs takes it on SIGHUP (systemctl reload tilerace).")
            exit(0)
        } catch {
            fail("\(error)")
        }
    }

    /// Asks for the password and keeps it. A folder that is missing is made, as the first start makes it: where
    /// `access` is `password`, that start wants the password to be there.
    private static func set(in path: String) throws(ConfigurationFault) {
        let folder = try DataFolder.isThere(path) ? DataFolder(existing: path) : DataFolder(path: path)
        do throws(ConfigurationFault) {
            try folder.checkTrustForCommand()
            try ServerPassword.set(try read(), in: folder)
        } catch {
            folder.removeIfMade()
            throw error
        }
    }

    private static func read() throws(ConfigurationFault) -> String {
        guard isatty(STDIN_FILENO) == 1 else { return try StandardInput.line("password") }
        return try StandardInput.hidden { () throws(ConfigurationFault) in
            let password = try StandardInput.hiddenAnswer(to: "Password: ", "password")
            guard try StandardInput.hiddenAnswer(to: "Once more: ", "password") == password else {
                throw ConfigurationFault("the two are not the same")
            }
            return password
        }
    }
}
