import Messages
import Testing

@testable import Sessions

/// A client that follows one room as a page does, and checks every message. Events come exactly once and in order, no
/// snapshot is older than the known events, and nothing comes after `left`.
final class Follower {
    let client: TestClient
    private let code: String
    private(set) var picture: RoomPicture?
    /// Whether it has been let in, and neither it nor the server has ended that.
    private(set) var isIn = false
    /// Pictures that were pushed.
    private(set) var snapshots = 0
    /// Whether it was told to come in again.
    private(set) var mustReenter = false
    private var read = 0
    /// Its open requests by number: true to come in, false to leave.
    private var asked: [Int: Bool] = [:]

    init(_ client: TestClient, room code: String) {
        self.client = client
        self.code = code
    }

    /// Whether an answer is awaited.
    var isAsking: Bool { !asked.isEmpty }

    func enter(seat: Bool = false, resuming: Bool) {
        let point = resuming ? picture.map { ResumePoint(epoch: $0.epoch, sequence: $0.sequence) } : nil
        let id = client.post(seat ? .join(room: code, resume: point) : .watch(room: code, resume: point))
        asked[id] = true
    }

    func leave() { asked[client.post(.leave(room: code))] = false }

    /// Takes note of what has come.
    func follow() throws {
        while read < client.messages.count {
            let message = client.messages[read]
            read += 1
            if let id = message["re"] as? Int {
                if let entering = asked.removeValue(forKey: id) { try answered(message, entering: entering) }
            } else if message["room"] as? String == code {
                try pushed(message)
            }
        }
    }

    private func answered(_ message: [String: Any], entering: Bool) throws {
        guard message.code == nil else {
            #expect(message.code == "storage_unavailable" || message.code == "not_in_room")
            return
        }
        isIn = entering
        mustReenter = false
        guard entering else { return }
        let sequence = try #require(message["seq"] as? Int)
        if message["recovered"] as? Bool == true {
            for event in message.list("events") {
                // One that came between the question and the answer.
                if let number = event["seq"] as? Int, number <= picture?.sequence ?? 0 { continue }
                try apply(event)
            }
            #expect(picture?.sequence == sequence)
        } else {
            #expect(sequence >= picture?.sequence ?? 0)
            picture = try RoomPicture(message)
        }
    }

    private func pushed(_ message: [String: Any]) throws {
        switch message.type {
        case "event":
            #expect(isIn, "an event came to somebody who is not in the room")
            try apply(message)
        case "snapshot":
            #expect(isIn)
            snapshots += 1
            #expect(message["seq"] as? Int ?? 0 >= picture?.sequence ?? 0)
            picture = try RoomPicture(message)
        case "resync":
            isIn = false
            mustReenter = true
        case "left":
            isIn = false
        default: break
        }
    }

    private func apply(_ message: [String: Any]) throws {
        let known = try #require(picture?.sequence)
        #expect(message["seq"] as? Int == known + 1, "after \(known)")
        picture?.apply(message)
    }
}

/// A room as the messages show it.
struct RoomPicture: Equatable {
    private(set) var epoch: UInt64
    private(set) var sequence: Int
    private var host: Int?
    private var members: [Int: String] = [:]
    private var pseudonyms: Set<Int> = []
    /// The races in order, with the rows and the end of each seat.
    private var races: [(name: String, lanes: [Int: [String]])] = []

    /// Reads an answer or a push that has a snapshot.
    init(_ message: [String: Any]) throws {
        epoch = try #require((message["epoch"] as? String).flatMap { UInt64($0, radix: 16) })
        sequence = try #require(message["seq"] as? Int)
        let snapshot = message.object("snapshot")
        host = snapshot["host"] as? Int
        for member in snapshot.list("members") {
            let seat = try #require(member["seat"] as? Int)
            members[seat] = member["name"] as? String
            if member["pseudonym"] as? Bool == true { pseudonyms.insert(seat) }
        }
        for race in snapshot.list("races") {
            var lanes: [Int: [String]] = [:]
            for lane in race.list("lanes") {
                let finish = lane["finish"] == nil ? [] : [RoomPicture.end(lane.object("finish"))]
                lanes[try #require(lane["seat"] as? Int)] = lane.list("rows").map(RoomPicture.row) + finish
            }
            races.append((race["race"] as? String ?? "", lanes))
        }
    }

    mutating func apply(_ message: [String: Any]) {
        sequence += 1
        let event = message.object("event")
        let seat = event["seat"] as? Int ?? 0
        let race = races.firstIndex { $0.name == event["race"] as? String }
        switch event["kind"] as? String {
        case "joined", "renamed": members[seat] = event["name"] as? String
        case "pseudonym": if event["on"] as? Bool == true { pseudonyms.insert(seat) } else { pseudonyms.remove(seat) }
        case "left":
            members[seat] = nil
            pseudonyms.remove(seat)
            for index in races.indices { races[index].lanes[seat] = nil }
            if host == seat { host = nil }
        case "hosted": host = seat
        case "opened":
            races.append((event["race"] as? String ?? "", [:]))
            if races.count > 2 { races.removeFirst() }
        case "started": if let race { races[race].lanes[seat, default: []] += [] }
        case "guessed": if let race { races[race].lanes[seat, default: []].append(RoomPicture.row(event)) }
        case "finished": if let race { races[race].lanes[seat, default: []].append(RoomPicture.end(event)) }
        default: break
        }
    }

    private static func row(_ row: [String: Any]) -> String {
        "\(row["marks"] as? String ?? "?") \(row["ms"] as? Int ?? -1)"
    }

    private static func end(_ end: [String: Any]) -> String {
        "\(end["solved"] as? Bool ?? false) \(end["turns"] as? Int ?? -1) \(end["ms"] as? Int ?? -1)"
    }

    static func == (a: RoomPicture, b: RoomPicture) -> Bool {
        (a.epoch, a.sequence, a.host, a.members, a.pseudonyms) == (b.epoch, b.sequence, b.host, b.members, b.pseudonyms)
            && a.races.elementsEqual(b.races) { ($0.name, $0.lanes) == ($1.name, $1.lanes) }
    }
}
