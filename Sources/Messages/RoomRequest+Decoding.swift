import GameRules

extension RoomRequest {
    /// Reads the request with this type name; nil if the protocol has no such type.
    init?(type: String, fields: MessageFields) throws(ClientMessageFault) {
        switch type {
        case "settings": self = .settings(try SprintChange(fields))
        case "name_room": self = .name(try fields.string("name"))
        case "daily_line": self = .daily(try fields.namedLine())
        case "lock": self = .lock(try fields.flag("locked"))
        case "password": self = .password(try fields.optionalString("password"))
        case "list": self = .list(try fields.flag("listed"))
        case "kick": self = .kick(seat: try fields.count("seat"))
        case "unkick": self = .unkick(seat: try fields.count("seat"))
        case "hold_name": self = .holdName(seat: try fields.count("seat"), held: try fields.flag("held"))
        case "hand_over": self = .handOver(seat: try fields.count("seat"))
        case "new_code": self = .newCode
        case "stage_key": self = .stageKey
        case "close_room": self = .close
        case "start": self = .start
        case "next_round": self = .nextRound
        case "end_round": self = .endRound
        case "end_series": self = .endSeries
        case "ready": self = .ready(try fields.flag("ready"))
        case "sit_out": self = .sitOut(try fields.flag("out"))
        case "pseudonym": self = .pseudonym(try fields.flag("on"))
        case "play":
            self = .play(
                race: try fields.string("race"), row: try fields.optionalCount("row"), word: try fields.string("word"))
        case "react":
            guard let reaction = Reaction(rawValue: try fields.keyword("reaction")) else {
                throw fields.fault("reaction", "one of the reactions")
            }
            self = .react(reaction)
        default: return nil
        }
    }
}

extension SprintChange {
    fileprivate init(_ fields: MessageFields) throws(ClientMessageFault) {
        self.init(
            kind: try fields.optionalKeyword("kind"), language: try fields.optionalKeyword("language"),
            length: try fields.optionalCount("length"),
            rows: try fields.optionalCount("rows"), hard: try fields.optionalHardMode(),
            limit: try fields.optionalCount("limit"), rounds: try fields.optionalCount("rounds"),
            late: try fields.optionalKeyword("late"), next: try fields.optionalKeyword("next"))
    }
}
