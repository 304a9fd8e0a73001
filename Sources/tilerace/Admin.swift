import Foundation
import GameRules
import Messages
import Server

/// `tilerace admin`: what the operator of a server may do to names, on the machine that the server runs on.
enum Admin {
    private enum ExitCode {
        static let done: Int32 = 0
        static let refused: Int32 = 1
        static let notAsked: Int32 = 2
    }

    static let usage = """
        Usage: tilerace admin [--config FILE] [--data FOLDER] VERB [TEXT]

        Asks the server that runs on the data folder. Run it as the server's user, or as root.

          players TEXT           finds players by a part of their names: ID, name, rooms; 20 at most
          reset-name PLAYER-ID   gives a player another name, drawn by the server, in rankings and rooms.
                                 The player cannot choose another one for 24 hours
          rooms TEXT             finds open rooms by the code or a part of the name; 20 at most
          reset-room-name CODE   gives a room another name; its host can rename it
          unlist-room CODE       takes a room out of the lobby, and keeps it out
          list-room CODE         lets the host of a room put it into the lobby again
          help                   says this

        What is done is on the disk when the command ends, the players concerned are told, and the server's log has it (info).
        Write -- before a text that begins with --. The exit code is 0 if it was done, 1 if the server refused, and 2 if it could not
        be asked: no server runs on that folder, or the command line is wrong.
        """

    /// Asks, says what the server said, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        do throws(ConfigurationFault) {
            let (settings, words) = split(arguments)
            guard let verb = words.first, verb != "help" else {
                print(usage)
                exit(words.isEmpty ? ExitCode.notAsked : ExitCode.done)
            }
            let request = try request(verb, Array(words.dropFirst()))
            let configuration = try Service.configuration(settings)
            let answer = try ControlClient(folder: configuration.data).ask(request)
            end(try AdminReport(answer))
        } catch {
            warn("\(error)")
            exit(ExitCode.notAsked)
        }
    }

    private static func end(_ report: AdminReport) -> Never {
        if let refusal = report.refusal {
            warn(refusal)
            exit(ExitCode.refused)
        }
        print(report.text)
        exit(ExitCode.done)
    }

    /// Settings of the server, each with its value, and the words that are none.
    private static func split(_ arguments: [String]) -> (settings: [String], words: [String]) {
        var (settings, words): ([String], [String]) = ([], [])
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { return (settings, words + rest) }
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            settings.append(argument)
            if let value = rest.popFirst() { settings.append(value) }
        }
        return (settings, words)
    }

    private static func request(_ verb: String, _ words: [String]) throws(ConfigurationFault) -> AdminRequest {
        guard ["players", "reset-name", "rooms", "reset-room-name", "unlist-room", "list-room"].contains(verb) else {
            throw ConfigurationFault("there is no “admin \(verb)”; see “tilerace admin help”")
        }
        let text = words.joined(separator: " ")
        guard !text.isEmpty else { throw ConfigurationFault("“admin \(verb)” wants to know whom or what") }
        switch verb {
        case "players": return .players(named: text)
        case "reset-name":
            guard let id = PlayerID(text) else {
                throw ConfigurationFault(
                    "“\(text)” is no player’s ID: “tilerace admin players TEXT” shows those of players")
            }
            return .resetName(id)
        case "rooms": return .rooms(named: text)
        case "reset-room-name": return .resetRoomName(code: text)
        case "unlist-room": return .unlistRoom(code: text)
        default: return .listRoom(code: text)
        }
    }
}
