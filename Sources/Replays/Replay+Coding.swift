import GameRules
import Puzzles

// The JSON form where it differs from the Swift values. Fields that depend on the kind of game stand beside those of
// all kinds, as in the protocol. Guess games are older than other kinds, and their documents do not name the kind.

extension Replay: Codable {
    enum Field: String, CodingKey {
        case format, version, kind, race, room, language, length, game, rows, tiles, seconds, number, sprint, answer
        case salt, commitment, seal, lanes, standings, key, signature
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        format = try fields.decode(String.self, forKey: .format)
        version = try fields.decode(Int.self, forKey: .version)
        kind = try fields.decode(Kind.self, forKey: .kind)
        race = try fields.decode(String.self, forKey: .race)
        room = try fields.decode(String.self, forKey: .room)
        language = try fields.decode(String.self, forKey: .language)
        length = try fields.decode(Int.self, forKey: .length)
        board = try Board(fields)
        number = try fields.decodeIfPresent(Int.self, forKey: .number)
        sprint = try fields.decodeIfPresent(Round.self, forKey: .sprint)
        answer = try fields.decode(String.self, forKey: .answer)
        salt = try fields.decode(String.self, forKey: .salt)
        commitment = try fields.decode(String.self, forKey: .commitment)
        seal = try fields.decodeIfPresent(SealTime.self, forKey: .seal)
        lanes = try fields.decode([Lane].self, forKey: .lanes)
        standings = try fields.decode([Standing].self, forKey: .standings)
        key = try fields.decode(String.self, forKey: .key)
        signature = try fields.decodeIfPresent(String.self, forKey: .signature)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(format, forKey: .format)
        try fields.encode(version, forKey: .version)
        try fields.encode(kind, forKey: .kind)
        try fields.encode(race, forKey: .race)
        try fields.encode(room, forKey: .room)
        try fields.encode(language, forKey: .language)
        try fields.encode(length, forKey: .length)
        try board.encode(to: &fields)
        try fields.encodeIfPresent(number, forKey: .number)
        try fields.encodeIfPresent(sprint, forKey: .sprint)
        try fields.encode(answer, forKey: .answer)
        try fields.encode(salt, forKey: .salt)
        try fields.encode(commitment, forKey: .commitment)
        try fields.encodeIfPresent(seal, forKey: .seal)
        try fields.encode(lanes, forKey: .lanes)
        try fields.encode(standings, forKey: .standings)
        try fields.encode(key, forKey: .key)
        try fields.encodeIfPresent(signature, forKey: .signature)
    }
}

extension Replay.Move: Codable {
    enum Field: String, CodingKey {
        case word, marks, points, ms
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        word = try fields.decode(String.self, forKey: .word)
        verdict =
            fields.contains(.points)
            ? .points(try fields.decode(Int.self, forKey: .points))
            : .marks(try fields.decode(String.self, forKey: .marks))
        ms = try fields.decode(Int.self, forKey: .ms)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(word, forKey: .word)
        switch verdict {
        case .marks(let marks): try fields.encode(marks, forKey: .marks)
        case .points(let points): try fields.encode(points, forKey: .points)
        }
        try fields.encode(ms, forKey: .ms)
    }
}
