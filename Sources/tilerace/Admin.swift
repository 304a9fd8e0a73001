import Foundation
import GameRules
import Messages
import Server

/// `tilerace admin`: what the operator of a server may do, on the machine that the server runs on.
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
          rename PLAYER-ID NAME  the same with a name that you choose, by the rules of names
          ban PLAYER-ID          keeps a player out: connections are closed, and nothing lets the player in again
          unban PLAYER-ID        lifts the ban
          bans                   lists the players who are banned
          rooms TEXT             finds open rooms by the code or a part of the name; 20 at most
          reset-room-name CODE   gives a room another name, drawn by the server; its host can rename it
          rename-room CODE NAME  the same with a name that you choose, by the rules of names
          unlist-room CODE       takes a room out of the lobby, and keeps it out
          list-room CODE         lets the host of a room put it into the lobby again
          close-room CODE        closes a room for good; its members are told
          words                  lists the words that you chose for coming days; what is drawn it does not tell
          set-word DAY WORD PLAYER-ID|nobody [force]
                                 makes a word that of a day, from the day after tomorrow on. The page says that the host chose it.
                                 With - for WORD it is asked for, or read from standard input: no list of processes and
                                 no history of the shell has it then.
                                 The day does not count for the player, who knows the word; nobody if who knows it does not
                                 play here. With force also a word of no list, one that another day has, or
                                 one that is left out
          clear-word DAY         has the word of a day drawn, as if you had chosen none
          left-out               lists the words that you left out, of which none is drawn
          leave-out WORD         leaves a word out of rounds and practice from now on, and of days from the day after
                                 tomorrow on. It can be guessed all the same
          bring-back WORD        has a word drawn again that you left out
          not-in-list            lists what players tried as a word and no list has, with counts; of days before yesterday
          announce TEXT          shows a text to all players, until it is withdrawn or another is shown
          withdraw               takes the announcement back
          announcement           says which is shown
          link [ROLE]            makes a link to the admin page: for one use, within 5 minutes. ROLE is owner (if none is said) or moderator
          sessions               lists who is in the admin page
          end-sessions [NUMBER]  ends a session of the admin page, or all, with the links that nobody has used
          log [NUMBER]           lists what was done, newest first; with a number what was done before that
          help                   says this

        DAY is a date like 2026-12-24 for the first of the server's lines, or a puzzle of any line: guess-en-6/2026-12-24.

        What is done is on the disk when the command ends, the players concerned are told, and the audit log has it, as the server's
        log has (info).
        Write -- before a text that begins with --. The exit code is 0 if it was done, 1 if the server refused, and 2 if it could not
        be asked: no server runs on that folder, or the command line is wrong.
        """

    /// Asks, says what the server said, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        do throws(ConfigurationFault) {
            var (settings, words) = split(arguments)
            guard let verb = words.first, verb != "help" else {
                say(usage)
                exit(words.isEmpty ? ExitCode.notAsked : ExitCode.done)
            }
            // A flag of this verb, where all others are settings of the server.
            if verb == "link", let role = try value(of: "--role", in: &settings) { words.append(role) }
            let configuration = try Service.configuration(settings)
            let request = try request(verb, Array(words.dropFirst()), configuration.lines[0])
            let answer = try ControlClient(folder: configuration.data).ask(request)
            end(try AdminReport(answer, to: request, address: configuration.addressForLinks))
        } catch {
            warn("\(error)")
            exit(ExitCode.notAsked)
        }
    }

    /// Takes a flag with its value out of the settings, of which each has a value.
    private static func value(of flag: String, in settings: inout [String]) throws(ConfigurationFault) -> String? {
        guard let index = settings.indices.first(where: { $0 % 2 == 0 && settings[$0] == flag }) else { return nil }
        guard index + 1 < settings.count else { throw ConfigurationFault("“\(flag)” wants a value") }
        let value = settings[index + 1]
        settings.removeSubrange(index...index + 1)
        return value
    }

    private static func end(_ report: AdminReport) -> Never {
        if let refusal = report.refusal {
            warn(refusal)
            exit(ExitCode.refused)
        }
        say(report.text)
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
        if let request = lone(verb) {
            guard words.isEmpty else { throw ConfigurationFault("“admin \(verb)” wants nothing more") }
            return request
        }
        switch verb {
        case "set-word": return try .setWord(hostWord(words, line))
        case "clear-word":
            guard words.count == 1 else { throw ConfigurationFault("“admin clear-word” wants a day") }
            return .clearWord(try puzzle(words[0], line))
        case "rename":
            guard words.count > 1 else { throw ConfigurationFault("“admin rename” wants a player’s ID and a name") }
            guard let id = PlayerID(words[0]) else { throw noPlayerID(words[0]) }
            return .rename(id, name: words.dropFirst().joined(separator: " "))
        case "rename-room":
            guard words.count > 1 else {
                throw ConfigurationFault("“admin rename-room” wants a room’s code and a name")
            }
            return .renameRoom(code: words[0], name: words.dropFirst().joined(separator: " "))
        case "link":
            guard words.count <= 1, let role = AdminRole(rawValue: words.first ?? "owner") else {
                throw ConfigurationFault("“admin link” makes a link for an owner or a moderator")
            }
            return .link(role)
        case "end-sessions": return .endSessions(try number(words, verb))
        case "log": return .acts(before: try number(words, verb))
        case "players", "reset-name", "ban", "unban", "rooms", "reset-room-name", "unlist-room", "list-room",
            "close-room", "leave-out", "bring-back", "announce":
            break
        default: throw ConfigurationFault("there is no “admin \(verb)”; see “tilerace admin help”")
        }
        let text = words.joined(separator: " ")
        guard !text.isEmpty else { throw ConfigurationFault("“admin \(verb)” wants to know whom or what") }
        switch verb {
        case "players": return .players(named: text)
        case "announce": return .announce(text)
        case "leave-out": return .leaveOut(word: text)
        case "bring-back": return .bringBack(word: text)
        case "reset-name", "ban", "unban":
            guard let id = PlayerID(text) else {
                throw noPlayerID(text)
            }
            return verb == "ban" ? .ban(id) : verb == "unban" ? .unban(id) : .resetName(id)
        case "close-room": return .closeRoom(code: text)
        case "rooms": return .rooms(named: text)
        case "reset-room-name": return .resetRoomName(code: text)
        case "unlist-room": return .unlistRoom(code: text)
        default: return .listRoom(code: text)
        }
    }

    /// A request that is a verb alone.
    private static func lone(_ verb: String) -> AdminRequest? {
        switch verb {
        case "words": .hostWords
        case "bans": .bans
        case "left-out": .leftOut
        case "not-in-list": .refusedWords
        case "withdraw": .withdraw
        case "announcement": .announcement
        case "sessions": .sessions
        default: nil
        }
    }

    private static func number(_ words: [String], _ verb: String) throws(ConfigurationFault) -> Int? {
        guard let text = words.first else { return nil }
        guard words.count == 1, let number = Int(text), number > 0 else {
            throw ConfigurationFault("“admin \(verb)” wants a number, or nothing")
        }
        return number
    }

    /// Asks who knows the word: if that is left out, the day counts for the player who chose it.
    private static func hostWord(
        _ words: [String], _ line: PuzzleLine
    ) throws(ConfigurationFault) -> AdminRequest.HostWord {
        var words = words
        let isForced = words.count > 2 && words.last == "force"
        if isForced { words.removeLast() }
        guard words.count == 3 else {
            throw ConfigurationFault(
                "“admin set-word” wants a day, a word, and the ID of the player who knows the word, for whom the day "
                    + "does not count: “tilerace admin players NAME” shows yours. Write “nobody” if nobody who plays "
                    + "here knows it")
        }
        var player: PlayerID?
        if words[2] != "nobody" {
            player = PlayerID(words[2])
            guard player != nil else { throw noPlayerID(words[2]) }
        }
        let puzzle = try puzzle(words[0], line)
        // A word of the command line is in the list of processes, and in the history of the shell.
        let word = try words[1] == "-" ? StandardInput.answer(to: "Word: ", "word") : words[1]
        return AdminRequest.HostWord(puzzle: puzzle, text: word, knownTo: player, isForced: isForced)
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
