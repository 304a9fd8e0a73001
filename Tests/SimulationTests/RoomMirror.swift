import TestKit

/// A room as a page keeps it: what a picture showed, and what the events made of it. Knows the protocol, and nothing of
/// the server's own types.
struct RoomMirror: Hashable {
    private(set) var epoch: String
    private(set) var sequence: Int
    private(set) var fields: [String: JSONTree]

    /// Reads a message with a `snapshot`; nil for any other.
    init?(_ message: JSONTree) {
        guard let epoch = message["epoch"]?.text, let sequence = message["seq"]?.integer,
            var fields = message["snapshot"]?.fields
        else { return nil }
        // Who is there is not numbered.
        fields["present"] = nil
        fields["watchers"] = nil
        self.epoch = epoch
        self.sequence = sequence
        self.fields = fields
    }

    /// Takes the next event, `{"seq":…,"event":{…}}`.
    mutating func apply(_ message: JSONTree) {
        sequence += 1
        guard let event = message["event"] else { return }
        let seat = event["seat"] ?? .null
        switch event["kind"]?.text {
        case "joined": members.append(.object(["seat": seat, "name": event["name"] ?? .null]))
        case "renamed":
            members = members.map { $0["seat"] == seat ? $0.setting(["name": event["name"] ?? .null]) : $0 }
        case "pseudonym":
            members = members.map { member in
                guard member["seat"] == seat else { return member }
                var fields = member.fields ?? [:]
                fields["pseudonym"] = event["on"] == true ? true : nil
                fields["held"] = event["held"] == true ? true : nil
                return .object(fields)
            }
        case "sit_out":
            members = members.map { member in
                guard member["seat"] == seat else { return member }
                var fields = member.fields ?? [:]
                fields["out"] = event["out"] == true ? true : nil
                return .object(fields)
            }
        case "left": remove(seat)
        case "kicked":
            kicked += members.filter { $0["seat"] == seat }
            remove(seat)
        case "unkicked": kicked.removeAll { $0["seat"] == seat }
        case "hosted": fields["host"] = seat
        case "opened": open(event)
        case "started": lane(of: event) { $0 }
        case "guessed":
            lane(of: event) { lane in
                // The marks of a guess; the length and the points of a word that was laid.
                let row = JSONTree.object(
                    ["marks", "length", "points", "ms"].reduce(into: [:]) { $0[$1] = event[$1] })
                return lane.changing("rows") { .array($0.elements + [row]) }
            }
        case "finished":
            lane(of: event) { lane in
                let finish = ["solved", "turns", "points", "ms"].reduce(into: [:]) { $0[$1] = event[$1] }
                return lane.changing("finish") { _ in .object(finish) }
            }
        case "created", "named": fields["name"] = event["name"]
        case "daily": fields["daily"] = event["line"]
        case "locked", "listed": for name in ["locked", "listed"] { fields[name] = event[name] ?? fields[name] }
        // A picture says it only of rooms that are barred.
        case "barred": fields["barred"] = event["barred"] == true ? true : nil
        case "password": fields["password"] = event["needed"]
        case "settings": fields["sprint"] = event["sprint"]
        case "ready":
            let others = ready.filter { $0 != seat }
            ready = event["ready"] == true ? (others + [seat]).sorted { $0.integer ?? 0 < $1.integer ?? 0 } : others
        case "series", "round", "dealt", "round_over", "series_over": sprint(event)
        default: break
        }
    }

    private mutating func remove(_ seat: JSONTree) {
        members.removeAll { $0["seat"] == seat }
        races = races.map { $0.changing("lanes") { lanes in .array(lanes.elements.filter { $0["seat"] != seat }) } }
        ready.removeAll { $0 == seat }
        series { $0.changing("points") { .array($0.elements.filter { $0["seat"] != seat }) } }
        if fields["host"] == seat { fields["host"] = .null }
    }

    // MARK: Sprints

    private mutating func sprint(_ event: JSONTree) {
        switch event["kind"]?.text {
        case "series":
            ready = []
            races.removeAll { $0["kind"] == "sprint" }
            fields["series"] = [
                "series": event["series"] ?? .null, "round": 0, "of": event["sprint"]?["rounds"] ?? .null,
                "phase": "pause", "points": .array([]), "next": .null, "cancelled": false,
            ]
        case "round":
            series { $0.setting(["round": event["round"] ?? .null, "phase": "round", "next": .null]) }
            var race = event.fields ?? [:]
            for name in ["series", "round", "of", "seats"] { race[name] = nil }
            race["kind"] = "sprint"
            let seats = (event["seats"]?.elements ?? []).sorted { $0.integer ?? 0 < $1.integer ?? 0 }
            race["lanes"] = .array(seats.map { ["seat": $0, "rows": .array([])] })
            races = [.object(race)] + races.filter { $0["kind"] != "sprint" }
        case "dealt":
            races = races.map { $0["race"] == event["race"] ? $0.setting(["tiles": event["tiles"] ?? .null]) : $0 }
        case "round_over": end(event)
        default: series { $0.setting(["phase": "over", "next": .null, "cancelled": event["cancelled"] ?? .null]) }
        }
    }

    private mutating func end(_ event: JSONTree) {
        let standings = event["standings"]?.elements ?? []
        for standing in standings {
            lane(of: standing.setting(["race": event["race"] ?? .null])) { lane in
                let lane = lane.setting(["words": standing["words"] ?? .null])
                // Anagrams end for all by the clock, without an event each.
                guard let score = standing["score"] else { return lane }
                let finish = ["solved", "turns", "ms"].reduce(into: ["points": score]) { $0[$1] = standing[$1] }
                return lane.setting(["finish": .object(finish)])
            }
        }
        races = races.map { race in
            guard race["race"] == event["race"] else { return race }
            return race.setting([
                "answer": event["answer"] ?? .null, "salt": event["salt"] ?? .null, "ended": event["ended"] ?? .null,
            ])
        }
        series { series in
            var points: [Int: Int] = [:]
            for entry in (series["points"]?.elements ?? []) + standings {
                points[entry["seat"]?.integer ?? 0, default: 0] += entry["points"]?.integer ?? 0
            }
            let list = points.sorted { $0.key < $1.key }.map { seat, points in
                JSONTree.object(["seat": .number(Double(seat)), "points": .number(Double(points))])
            }
            return series.setting(["points": .array(list), "phase": "pause", "next": event["next"] ?? .null])
        }
    }

    // MARK: Parts

    private mutating func series(_ change: (JSONTree) -> JSONTree) {
        if let series = fields["series"], series != .null { fields["series"] = change(series) }
    }

    private var ready: [JSONTree] {
        get { fields["ready"]?.elements ?? [] }
        set { fields["ready"] = .array(newValue) }
    }

    private var kicked: [JSONTree] {
        get { fields["kicked"]?.elements ?? [] }
        set { fields["kicked"] = .array(newValue) }
    }

    private var members: [JSONTree] {
        get { fields["members"]?.elements ?? [] }
        set { fields["members"] = .array(newValue) }
    }

    private var races: [JSONTree] {
        get { fields["races"]?.elements ?? [] }
        set { fields["races"] = .array(newValue) }
    }

    private mutating func open(_ event: JSONTree) {
        var race = event.fields ?? [:]
        race["kind"] = nil
        race["lanes"] = .array([])
        let dailies = races.filter { $0["kind"] != "sprint" } + [.object(race)]
        races = races.filter { $0["kind"] == "sprint" } + dailies.suffix(2)
    }

    /// Changes, or begins, the lane of the event's seat in the event's race.
    private mutating func lane(of event: JSONTree, _ change: (JSONTree) -> JSONTree) {
        guard let seat = event["seat"]?.integer else { return }
        races = races.map { race in
            guard race["race"] == event["race"] else { return race }
            return race.changing("lanes") { lanes in
                var lanes = lanes.elements
                let index = lanes.firstIndex { $0["seat"]?.integer == seat }
                let new = JSONTree.object(["seat": .number(Double(seat)), "rows": .array([])])
                let lane = change(index.map { lanes[$0] } ?? new)
                if let index {
                    lanes[index] = lane
                } else {
                    let place = lanes.firstIndex { $0["seat"]?.integer ?? 0 > seat } ?? lanes.endIndex
                    lanes.insert(lane, at: place)
                }
                return .array(lanes)
            }
        }
    }
}

extension JSONTree {
    /// Returns the object with some fields set.
    fileprivate func setting(_ new: [String: JSONTree]) -> JSONTree {
        .object((fields ?? [:]).merging(new) { $1 })
    }

    /// Returns the object with one field changed.
    fileprivate func changing(_ name: String, _ change: (JSONTree) -> JSONTree) -> JSONTree {
        var fields = fields ?? [:]
        fields[name] = change(fields[name] ?? .null)
        return .object(fields)
    }
}
