import GameRules

extension RoomRequest {
    /// The name of the message.
    var type: String {
        switch self {
        case .settings: "settings"
        case .name: "name_room"
        case .daily: "daily_line"
        case .lock: "lock"
        case .password: "password"
        case .list: "list"
        case .kick: "kick"
        case .unkick: "unkick"
        case .holdName: "hold_name"
        case .handOver: "hand_over"
        case .newCode: "new_code"
        case .stageKey: "stage_key"
        case .close: "close_room"
        case .start: "start"
        case .nextRound: "next_round"
        case .endRound: "end_round"
        case .endSeries: "end_series"
        case .ready: "ready"
        case .sitOut: "sit_out"
        case .pseudonym: "pseudonym"
        case .play: "play"
        case .react: "react"
        }
    }

    func write(to json: inout JSONWriter) {
        json.field("type", type)
        switch self {
        case .settings(let change): change.write(to: &json)
        case .name(let name): json.field("name", name)
        case .daily(let line): json.field("line", line.text)
        case .lock(let isLocked): json.field("locked", isLocked)
        case .password(let password):
            if let password { json.field("password", password) } else { json.null("password") }
        case .list(let isListed): json.field("listed", isListed)
        case .kick(let seat), .unkick(let seat), .handOver(let seat): json.field("seat", seat)
        case .holdName(let seat, let isHeld):
            json.field("seat", seat)
            json.field("held", isHeld)
        case .ready(let isReady): json.field("ready", isReady)
        case .sitOut(let isOut): json.field("out", isOut)
        case .pseudonym(let isOn): json.field("on", isOn)
        case .play(let race, let row, let word):
            json.field("race", race)
            if let row { json.field("row", row) }
            json.field("word", word)
        case .react(let reaction): json.field("reaction", reaction.rawValue)
        case .newCode, .stageKey, .close, .start, .nextRound, .endRound, .endSeries: break
        }
    }
}

extension SprintChange {
    fileprivate func write(to json: inout JSONWriter) {
        if let kind { json.field("kind", kind) }
        if let language { json.field("language", language) }
        if let length { json.field("length", length) }
        if let rows { json.field("rows", rows) }
        if let hard { json.field("hard", hard.text) }
        if let limit { json.field("limit", limit) }
        if let rounds { json.field("rounds", rounds) }
        if let late { json.field("late", late) }
        if let next { json.field("next", next) }
    }
}
