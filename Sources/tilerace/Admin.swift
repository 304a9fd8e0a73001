import Foundation
import GameRules
import Messages
import Server

/// `tilerace admin`: what the operator of a server may do to names and to coming words, on the machine that the server
/// runs on.
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
          words                  lists the words that you chose for coming days; what is drawn it does not tell
          set-word DAY WORD [PLAYER-ID] [force]
                                 makes a word that of a day, from the day after tomorrow on. The page says that the host chose it.
                                 The day does not count for the player, who knows the word. With force also a word of no list
          clear-word DAY         has the word of a day drawn, as if you had chosen none
          help                   says this

        DAY is a date like 2026-12-24 for the first of the server's lines, or a puzzle of any line: guess-en-6/2026-12-24.

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
            let configuration = try Service.configuration(settings)
            let request = try request(verb, Array(words.dropFirst()), configuration.lines[0])
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

    /// `line`: that of a day that names none.
    private static func request(
        _ verb: String, _ words: [String], _ line: PuzzleLine
    ) throws(ConfigurationFault) -> AdminRequest {
        switch verb {
        case "words":
            guard words.isEmpty else { throw ConfigurationFault("“admin words” wants nothing more") }
            return .hostWords
        case "set-word": return try .setWord(hostWord(words, line))
        case "clear-word":
            guard words.count == 1 else { throw ConfigurationFault("“admin clear-word” wants a day") }
            return .clearWord(try puzzle(words[0], line))
        case "players", "reset-name", "rooms", "reset-room-name", "unlist-room", "list-room": break
        default: throw ConfigurationFault("there is no “admin \(verb)”; see “tilerace admin help”")
        }
        let text = words.joined(separator: " ")
        guard !text.isEmpty else { throw ConfigurationFault("“admin \(verb)” wants to know whom or what") }
        switch verb {
        case "players": return .players(named: text)
        case "reset-name":
            guard let id = PlayerID(text) else {
                throw noPlayerID(text)
            }
            return .resetName(id)
        case "rooms": return .rooms(named: text)
        case "reset-room-name": return .resetRoomName(code: text)
        case "unlist-room": return .unlistRoom(code: text)
        default: return .listRoom(code: text)
        }
    }

    private static func hostWord(
        _ words: [String], _ line: PuzzleLine
    ) throws(ConfigurationFault) -> AdminRequest.HostWord {
        var words = words
        let isForced = words.count > 2 && words.last == "force"
        if isForced { words.removeLast() }
        guard (2...3).contains(words.count) else {
            throw ConfigurationFault("“admin set-word” wants a day and a word")
        }
        var player: PlayerID?
        if words.count == 3 {
            player = PlayerID(words[2])
            guard player != nil else { throw noPlayerID(words[2]) }
        }
        return AdminRequest.HostWord(
            puzzle: try puzzle(words[0], line), text: words[1], knownTo: player, isForced: isForced)
    }

    private static func puzzle(_ text: String, _ line: PuzzleLine) throws(ConfigurationFault) -> PuzzleID {
        let puzzle = Day(text).map { PuzzleID(line: line, day: $0) } ?? PuzzleID(text)
        guard let puzzle, !puzzle.isPractice else {
            throw ConfigurationFault(
                "“\(text)” is neither a date like 2026-12-24 nor a puzzle like guess-en-5/2026-12-24")
        }
        return puzzle
    }

    private static func noPlayerID(_ text: String) -> ConfigurationFault {
        ConfigurationFault("“\(text)” is no player’s ID: “tilerace admin players TEXT” shows those of players")
    }
}
