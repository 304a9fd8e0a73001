import Foundation
import Server

/// `tilerace classroom`: the people of a classroom, and the codes by which they come in.
enum Classroom {
    static let usage = """
        Usage: tilerace classroom add [--teacher] NAME … [--file FILE] [--config FILE] [--data FOLDER]
               tilerace classroom renew NUMBER … | --all [--config FILE] [--data FOLDER]
               tilerace classroom remove NUMBER … [--config FILE] [--data FOLDER]
               tilerace classroom list [--config FILE] [--data FOLDER]

        Keeps the roster of a server with “access = classroom”. Whoever is added gets a code, which is printed and kept
        nowhere: cut the sheet into strips. The server knows of each change within a few seconds.

        add       adds people under names that they cannot change; a name of several words in quotes
        --teacher they are teachers: they found rooms, host them, and see every lane while a race runs
        --file    a file with further names, one a line
        renew     prints other codes; those before let nobody in, and who came in by one is signed out
        --all     does so for everybody
        remove    shuts people out; what they played stays
        list      shows everybody, without codes
        """

    /// Runs the command, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        do {
            say(try output(arguments, now: Int(Date().timeIntervalSince1970 * 1_000)))
            exit(0)
        } catch {
            fail("\(error)")
        }
    }

    /// Does what the arguments say and returns the command's output. `now` is in ms since 1970-01-01 UTC.
    static func output(_ arguments: [String], now: Int) throws(ConfigurationFault) -> String {
        var words = arguments
        var settings: [String] = []
        var file: String?
        for flag in ["--config", "--data", "--port", "--public-address", "--file"] {
            guard let index = words.firstIndex(of: flag) else { continue }
            guard index + 1 < words.count else { throw ConfigurationFault("command line: \(flag) wants a value") }
            if flag == "--file" { file = words[index + 1] } else { settings += words[index...index + 1] }
            words.removeSubrange(index...index + 1)
        }
        let isTeacher = words.contains("--teacher")
        let isAll = words.contains("--all")
        words.removeAll { $0 == "--teacher" || $0 == "--all" }
        if let flag = words.first(where: { $0.hasPrefix("--") }) {
            throw ConfigurationFault("command line: “classroom” has no \(flag); see “tilerace classroom --help”")
        }
        guard let verb = words.first else { throw ConfigurationFault("see “tilerace classroom --help”") }
        words.removeFirst()
        let configuration = try Service.configuration(settings)
        let folder = try DataFolder(existing: configuration.data)
        try folder.checkTrustForCommand()
        let roster = Roster(in: folder)
        switch verb {
        case "list":
            guard words.isEmpty else { throw ConfigurationFault("“classroom list” wants nothing more") }
            return list(try roster.people())
        case "add":
            let names = words + (try file.map { file throws(ConfigurationFault) in try Roster.names(of: file) } ?? [])
            guard !names.isEmpty else { throw ConfigurationFault("“classroom add” wants names") }
            return sheet(try roster.add(names, isTeacher: isTeacher), configuration)
        case "renew":
            guard isAll != !words.isEmpty else { throw ConfigurationFault("“classroom renew” wants numbers, or --all") }
            // A server's time never goes back: it may be ahead of a clock that was, and of the sign-outs by it.
            let later = max(now, ServerClock(continuing: try folder.clockAnchor()).now)
            return sheet(try roster.renew(isAll ? nil : numbers(words), now: later), configuration)
        case "remove":
            guard !words.isEmpty else { throw ConfigurationFault("“classroom remove” wants numbers") }
            let numbers = try numbers(words)
            try roster.remove(numbers)
            return "Taken off the roster: \(numbers.map(String.init).joined(separator: ", "))."
        default: throw ConfigurationFault("there is no “classroom \(verb)”; see “tilerace classroom --help”")
        }
    }

    private static func numbers(_ words: [String]) throws(ConfigurationFault) -> [Int] {
        var numbers: [Int] = []
        for word in words {
            guard let number = Int(word) else {
                throw ConfigurationFault("“\(word)” is no number: “tilerace classroom list” shows them")
            }
            numbers.append(number)
        }
        return numbers
    }

    private static func list(_ people: [Roster.Person]) -> String {
        guard !people.isEmpty else { return "There is nobody in the class." }
        return people.map { person in
            "\(person.number)  \(TerminalText.visible(person.name))\(person.isTeacher ? "  (teacher)" : "")"
        }.joined(separator: "\n")
    }

    /// A strip for each: name, code, and the address that has the code in it.
    private static func sheet(_ coded: [Roster.Coded], _ configuration: ServerConfiguration) -> String {
        let address = configuration.addressForLinks
        let cut = String(repeating: "- ", count: 30)
        let strips = coded.map { one in
            """
            \(one.person.number)  \(TerminalText.visible(one.person.name))\(one.person.isTeacher ? "  (teacher)" : "")
               Code \(one.code)
               \(address)/#code=\(one.code)
            """
        }
        guard configuration.isClassroom else {
            return (strips + ["The codes let nobody in until the settings have “access = classroom”."])
                .joined(separator: "\n\(cut)\n")
        }
        return strips.joined(separator: "\n\(cut)\n")
    }
}
