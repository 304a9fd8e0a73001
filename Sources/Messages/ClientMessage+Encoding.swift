import GameRules

extension ClientRequest {
    /// The bytes of the text message that carries this request.
    public func encoded() -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("id", id)
            message.write(to: &json)
        }
        return json.bytes
    }
}

extension ClientMessage {
    fileprivate func write(to json: inout JSONWriter) {
        switch self {
        case .hello(let version, let token):
            json.field("type", "hello")
            json.field("protocol", version)
            if let token { json.field("token", token) }
        case .rename(let name):
            json.field("type", "rename")
            json.field("name", name)
        case .open(let puzzle, let hard, let follow, let archive):
            json.field("type", "open")
            json.field("puzzle", puzzle.text)
            json.field("hard", hard.text)
            if follow { json.field("follow", true) }
            if archive { json.field("archive", true) }
        case .practice(let line, let hard, let seconds, let isNew):
            json.field("type", "practice")
            if line.kind != .unnamed { json.field("kind", line.kind.rawValue) }
            json.field("language", line.language)
            json.field("length", line.length)
            json.field("hard", hard.text)
            if let seconds { json.field("seconds", seconds) }
            json.field("new", isNew)
        case .endPractice(let puzzle):
            json.field("type", "end_practice")
            json.field("puzzle", puzzle.text)
        case .guess(let puzzle, let row, let word):
            json.field("type", "guess")
            json.field("puzzle", puzzle.text)
            if let row { json.field("row", row) }
            json.field("word", word)
        case .solutions(let subject):
            json.field("type", "solutions")
            subject.write(to: &json)
        case .counts(let subject):
            json.field("type", "counts")
            subject.write(to: &json)
        case .hardMode(let puzzle, let hard):
            json.field("type", "hard_mode")
            json.field("puzzle", puzzle.text)
            json.field("hard", hard.text)
        case .createRoom(let name, let line):
            json.field("type", "create_room")
            if let name { json.field("name", name) }
            if let line { json.field("line", line.text) }
        case .join(let room, let resume, let password, let manner):
            ClientMessage.write("join", room, resume, password, to: &json)
            if let pseudonym = manner.pseudonym { json.field("pseudonym", pseudonym) }
            if manner.follow { json.field("follow", true) }
        case .watch(let room, let resume, let password, let key):
            ClientMessage.write("watch", room, resume, password, to: &json)
            if let key { json.field("key", key) }
        case .leave(let room):
            ClientMessage.write("leave", room, nil, nil, to: &json)
        case .inRoom(let room, let request):
            json.field("room", room)
            request.write(to: &json)
        case .lobby(let isOn):
            json.field("type", "lobby")
            json.field("on", isOn)
        case .look(let request):
            json.field("type", "look")
            json.field("on", request != nil)
            guard let request else { return }
            json.field("board", request.board)
            if let room = request.room { json.field("room", room) }
            json.field("clean", request.isClean)
        case .ping:
            json.field("type", "ping")
        }
    }

    private static func write(
        _ type: String, _ room: String, _ resume: ResumePoint?, _ password: String?, to json: inout JSONWriter
    ) {
        json.field("type", type)
        json.field("room", room)
        if let password { json.field("password", password) }
        if let resume {
            json.field("epoch", hexadecimal: resume.epoch)
            json.field("seq", resume.sequence)
        }
    }
}

extension SolutionsSubject {
    /// Writes the field `puzzle`, or the fields `room` and `race`.
    func write(to json: inout JSONWriter) {
        switch self {
        case .game(let puzzle): json.field("puzzle", puzzle.text)
        case .round(let room, let race):
            json.field("room", room)
            json.field("race", race)
        }
    }
}
