import TestKit

/// A room as a page keeps it: what a picture showed, and what the events made of it. Knows the protocol, and nothing of the
/// server's own types.
struct RoomMirror: Hashable {
    private(set) var epoch: String
    private(set) var sequence: Int
    private(set) var fields: [String: JSONTree]

    /// From a message with a `snapshot`. Nil if it is none.
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
        case "created": fields["name"] = event["name"]
        case "joined": members.append(.object(["seat": seat, "name": event["name"] ?? .null]))
        case "renamed":
            members = members.map { $0["seat"] == seat ? .object(["seat": seat, "name": event["name"] ?? .null]) : $0 }
        case "left":
            members.removeAll { $0["seat"] == seat }
            races = races.map { $0.changing("lanes") { lanes in .array(lanes.elements.filter { $0["seat"] != seat }) } }
            if fields["host"] == seat { fields["host"] = .null }
        case "hosted": fields["host"] = seat
        case "opened": open(event)
        case "started": lane(of: event) { $0 }
        case "guessed":
            lane(of: event) { lane in
                let row = JSONTree.object(["marks": event["marks"] ?? .null, "ms": event["ms"] ?? .null])
                return lane.changing("rows") { .array($0.elements + [row]) }
            }
        case "finished":
            lane(of: event) { lane in
                let finish = ["solved", "turns", "ms"].reduce(into: [:]) { $0[$1] = event[$1] }
                return lane.changing("finish") { _ in .object(finish) }
            }
        default: break
        }
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
        races = (races + [.object(race)]).suffix(2)
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
    /// With one field changed.
    fileprivate func changing(_ name: String, _ change: (JSONTree) -> JSONTree) -> JSONTree {
        var fields = fields ?? [:]
        fields[name] = change(fields[name] ?? .null)
        return .object(fields)
    }
}
