import Foundation
import GameRules
import Puzzles
import Rooms
import Sessions

/// The people of a classroom, in the data folder's file `classroom`: whose code lets whom in, under which name.
///
/// The first line is `COST SALT`, each other one `NUMBER ROLE DIGEST PLAYER LEAST NAME`. A digest is the code's, by
/// scrypt (RFC 7914) with the salt of the file: the codes themselves are on paper alone. As they are drawn, and not
/// chosen, one salt does for all, and a code is looked for in the time of one digest.
package struct Roster: Sendable {
    static let file = "classroom"
    /// People on it at most.
    package static let most = 500
    private static let largestNumber = 1_000_000_000
    private static let cost = 14
    /// The characters of a code: half a trillion codes cannot be searched at sixty tries a minute.
    static let codeLength = 8

    /// Bytes of a list of names at most.
    private static let mostBytes = 1 << 16

    /// Returns the names of a list, one a line; blank lines are none. Throws for a file that is too long, and for a
    /// line that is no UTF-8, whose letters would be others.
    package static func names(of file: String) throws(ConfigurationFault) -> [String] {
        var bytes = try RegularFile.read(file, most: mostBytes + 1)[...]
        guard bytes.count <= mostBytes else { throw ConfigurationFault("\(file): has more than \(mostBytes) bytes") }
        // The mark that some editors write at the beginning (U+FEFF).
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: mark) { bytes = bytes.dropFirst(mark.count) }
        var names: [String] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else {
                throw ConfigurationFault("\(file), line \(index + 1): is no UTF-8: save the file as UTF-8")
            }
            names += text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
        }
        return names
    }

    /// Somebody on the roster.
    package struct Person: Hashable, Sendable {
        /// Counts from 1, and names the person to the commands.
        package let number: Int
        package let isTeacher: Bool
        package let name: String
        fileprivate var digest: [UInt8]
        /// The player that the person is, from the first code on.
        let player: PlayerID
        /// See `ClassRoll.Place.leastSignOuts`.
        fileprivate var leastSignOuts: Int
    }

    /// A person with the code that was just drawn for them, which is nowhere else.
    package struct Coded: Sendable {
        package let person: Person
        /// The code as it is printed: `KX7P-9MQR`.
        package let code: String
    }

    private struct Content: Equatable {
        var cost: Int
        var salt: [UInt8]
        var people: [Person]
    }

    private let folder: DataFolder

    package init(in folder: DataFolder) { self.folder = folder }

    // MARK: Reading

    /// Everybody on it; nobody where there is no roster.
    package func people() throws(ConfigurationFault) -> [Person] { try content()?.people ?? [] }

    /// The roster as the hub wants it.
    func roll() throws(ConfigurationFault) -> ClassRoll { Roster.roll(of: try people()) }

    /// The player whose code this is, with the roll as it is now; nil where it is nobody's. Takes some 50 ms for what
    /// could be a code. Throws where the file cannot be read, or there is no memory to tell.
    func find(_ typed: String) throws(ConfigurationFault) -> (player: PlayerID, roll: ClassRoll)? {
        guard let code = Roster.normal(typed), let content = try content() else { return nil }
        let digest = try Roster.digest(of: code, content)
        // Digests are compared in no constant time: who tries codes does not choose their digests.
        guard let person = content.people.first(where: { $0.digest == digest }) else { return nil }
        return (person.player, Roster.roll(of: content.people))
    }

    private static func roll(of people: [Person]) -> ClassRoll {
        ClassRoll(
            Dictionary(
                people.map { person in
                    let place = ClassRoll.Place(
                        name: person.name, isTeacher: person.isTeacher, leastSignOuts: person.leastSignOuts)
                    return (person.player, place)
                }, uniquingKeysWith: { first, _ in first }))
    }

    /// The code that was meant: capitals, without dashes and blanks. Nil for what is none.
    static func normal(_ typed: String) -> String? {
        guard typed.utf8.count <= 64 else { return nil }
        let code = typed.uppercased().filter { $0 != "-" && $0 != " " }
        guard code.utf8.count == codeLength, code.utf8.allSatisfy(RoomCode.characters.contains) else { return nil }
        return code
    }

    // MARK: Changing

    /// Adds people, and draws a code for each. Throws for names that cannot be shown, or could be taken for each other,
    /// and where there would be too many.
    package func add(_ names: [String], isTeacher: Bool) throws(ConfigurationFault) -> [Coded] {
        for name in names {
            do throws(DisplayName.Fault) {
                try DisplayName.check(name, maximum: DisplayName.playerMaximum)
            } catch {
                throw ConfigurationFault(
                    "“\(name)” cannot be a name here (\(error.rawValue.replacing("_", with: " ")))")
            }
        }
        return try change { (content, acts) throws(ConfigurationFault) in
            guard content.people.count + names.count <= Roster.most else {
                throw ConfigurationFault("a class has \(Roster.most) people at most")
            }
            if let (one, other) = DisplayName.firstAlike(content.people.map(\.name) + names) {
                throw ConfigurationFault("“\(one)” and “\(other)” could be taken for each other; add a letter to one")
            }
            var number = content.people.map(\.number).max() ?? 0
            var coded: [Coded] = []
            for name in names {
                number += 1
                let code = Roster.draw()
                let person = Person(
                    number: number, isTeacher: isTeacher, name: name, digest: try Roster.digest(of: code, content),
                    player: Roster.randomPlayer(), leastSignOuts: 0)
                content.people.append(person)
                acts.append(FolderActs.Act(.addToClass, person.player.text))
                coded.append(Coded(person: person, code: Roster.shown(code)))
            }
            return coded
        }
    }

    /// Draws other codes for people; nil: for everybody. The codes before let nobody in any more, and whoever came in
    /// by one comes in again by the new one only. `now` is in ms since 1970-01-01 UTC.
    package func renew(_ numbers: [Int]?, now: Int) throws(ConfigurationFault) -> [Coded] {
        try change { (content, acts) throws(ConfigurationFault) in
            try Roster.check(numbers ?? [], in: content)
            var coded: [Coded] = []
            for index in content.people.indices where numbers?.contains(content.people[index].number) ?? true {
                let code = Roster.draw()
                content.people[index].digest = try Roster.digest(of: code, content)
                // Above the count of any player who signs out in this very second, again and again.
                content.people[index].leastSignOuts = max(
                    content.people[index].leastSignOuts + 1,
                    AccountDesk.leastSignOuts(at: now) + 2 * AccountDesk.signOutsAhead)
                acts.append(FolderActs.Act(.renewCode, content.people[index].player.text))
                coded.append(Coded(person: content.people[index], code: Roster.shown(code)))
            }
            return coded
        }
    }

    /// Takes people off it: they are let in no more. What they played stays.
    package func remove(_ numbers: [Int]) throws(ConfigurationFault) {
        try change { (content, acts) throws(ConfigurationFault) in
            try Roster.check(numbers, in: content)
            for person in content.people where numbers.contains(person.number) {
                acts.append(FolderActs.Act(.removeFromClass, person.player.text))
            }
            content.people.removeAll { numbers.contains($0.number) }
        }
    }

    private static func check(_ numbers: [Int], in content: Content) throws(ConfigurationFault) {
        for number in numbers where !content.people.contains(where: { $0.number == number }) {
            throw ConfigurationFault("there is no number \(number) in the class")
        }
    }

    /// Changes the file, alone among the server and the commands, and notes the acts that the change is.
    private func change<Value>(
        _ body: (inout Content, inout [FolderActs.Act]) throws(ConfigurationFault) -> Value
    ) throws(ConfigurationFault) -> Value {
        try folder.alone { () throws(ConfigurationFault) in
            let before = try content()
            var content = before ?? Content(cost: Roster.cost, salt: randomBytes(16), people: [])
            var acts: [FolderActs.Act] = []
            let value = try body(&content, &acts)
            if content != before {
                try FolderActs(in: folder).during(acts, changing: Roster.file) { () throws(ConfigurationFault) in
                    try folder.replace(Roster.file, with: Roster.text(of: content))
                }
            }
            return value
        }
    }

    private static func draw() -> String {
        var generator = SystemRandomNumberGenerator()
        while true {
            let bytes = (0..<codeLength).map { _ in
                RoomCode.characters[Int.random(in: RoomCode.characters.indices, using: &generator)]
            }
            let code = String(decoding: bytes, as: UTF8.self)
            if !RoomCode.isRude(code) { return code }
        }
    }

    private static func shown(_ code: String) -> String { "\(code.prefix(4))-\(code.suffix(4))" }

    private static func randomPlayer() -> PlayerID {
        var generator = SystemRandomNumberGenerator()
        return PlayerID(high: generator.next(), low: generator.next())
    }

    private static func digest(of code: String, _ content: Content) throws(ConfigurationFault) -> [UInt8] {
        guard let digest = Scrypt.key(of: Array(code.utf8), salt: content.salt, cost: content.cost) else {
            throw ConfigurationFault("there is no memory to look at a code")
        }
        return digest
    }

    // MARK: The file

    private func content() throws(ConfigurationFault) -> Content? {
        let file = folder.path + "/" + Roster.file
        guard try RegularFile.isThere(file) else { return nil }
        let lines = String(decoding: try RegularFile.read(file, most: Invitations.mostBytes), as: UTF8.self).split(
            separator: "\n")
        guard let head = lines.first?.split(separator: " "), head.count == 2, let cost = Int(head[0]),
            (1...20).contains(cost), let salt = [UInt8](hexadecimal: String(head[1])), !salt.isEmpty
        else { throw ConfigurationFault("\(file), line 1: is no head of a roster; remove the file, and add the class") }
        var people: [Person] = []
        for (index, line) in lines.enumerated().dropFirst() {
            guard let person = Roster.parse(line) else {
                throw ConfigurationFault("\(file), line \(index + 1): is nobody of a class; remove it")
            }
            people.append(person)
        }
        return Content(cost: cost, salt: salt, people: people)
    }

    private static func text(of content: Content) -> String {
        let people = content.people.map { person in
            "\(person.number) \(person.isTeacher ? "teacher" : "pupil") \(person.digest.hexadecimal) "
                + "\(person.player.text) \(person.leastSignOuts) \(person.name)\n"
        }
        return "\(content.cost) \(content.salt.hexadecimal)\n" + people.joined()
    }

    private static func parse(_ line: Substring) -> Person? {
        // By bytes: a name may begin with what Unicode joins with the blank before it.
        let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 5, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 6, let number = Int(words[0]), (1...largestNumber).contains(number),
            ["teacher", "pupil"].contains(words[1]), let digest = [UInt8](hexadecimal: words[2]),
            digest.count == Scrypt.length, let player = PlayerID(words[3]), let least = Int(words[4]),
            (0...Int(Int32.max)).contains(least), !words[5].isEmpty
        else { return nil }
        return Person(
            number: number, isTeacher: words[1] == "teacher", name: words[5], digest: digest, player: player,
            leastSignOuts: least)
    }
}
