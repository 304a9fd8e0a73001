import Messages
import Rooms

/// A ranking as it is looked at: a board of the server, and whose members' alone if it is a room's.
struct RankingPlace: Hashable {
    let board: BoardKey
    let room: RoomCode?
}

/// A connection that looks at a ranking.
final class Looker {
    let session: Session
    let place: RankingPlace
    /// That of what it was shown last; nil until its request is answered.
    var version: [Int]?
    /// Where it was told that its player is.
    var you: RankingView.You?

    init(_ session: Session, at place: RankingPlace) {
        self.session = session
        self.place = place
    }
}

/// A ranking that somebody looks at.
final class LookedAt {
    let place: RankingPlace
    /// By their sessions.
    fileprivate(set) var lookers: [ObjectIdentifier: Looker] = [:]
    /// That of what was made of it last; nil before anything was.
    private(set) var version: [Int]?
    private(set) var push: RankingPush?
    /// Whether somebody was shown something else than that.
    private(set) var hasOthers = false

    fileprivate init(_ place: RankingPlace) { self.place = place }

    /// Somebody was shown this as of `version`.
    func showed(_ view: RankingView, version: [Int]) {
        if self.version == nil { _ = keep(RankingPush(view), version: version) }
        // Perhaps an earlier one: who was shown it is to be told of the later one though nothing changes any more.
        if self.version != version { hasOthers = true }
    }

    /// Keeps what was made of it. Answers whether that is something else than before.
    func keep(_ push: RankingPush, version: [Int]) -> Bool {
        self.version = version
        hasOthers = false
        defer { self.push = push }
        return self.push != push
    }
}

/// Who looks at which ranking, and from where.
final class Lookers {
    private var bySession: [ObjectIdentifier: Looker] = [:]
    private var byPlace: [RankingPlace: LookedAt] = [:]
    /// Of how many rankings that are looked at each board is.
    private var places: [BoardKey: Int] = [:]
    /// From where somebody began to look at each of these boards when nobody else did.
    private var firstNetworks: [BoardKey: ClientNetwork] = [:]
    /// Likewise for rooms.
    private var rooms: [RoomCode: Int] = [:]

    /// Connections that look at something.
    var count: Int { bySession.count }
    var isEmpty: Bool { bySession.isEmpty }

    /// The rankings that are looked at.
    var rankings: [LookedAt] { Array(byPlace.values) }
    /// The boards of these.
    var boards: Dictionary<BoardKey, Int>.Keys { places.keys }

    /// From where a board was looked at first, of those that still are.
    func firstNetwork(at board: BoardKey) -> ClientNetwork? { firstNetworks[board] }

    func looksAt(_ room: RoomCode) -> Bool { rooms[room] != nil }

    /// Whether a connection still looks at what it did when this was made.
    func contains(_ looker: Looker) -> Bool { bySession[ObjectIdentifier(looker.session)] === looker }

    /// What a connection looks at, with all who do.
    func ranking(of looker: Looker) -> LookedAt? { contains(looker) ? byPlace[looker.place] : nil }

    /// A connection looks at a ranking from now on, and at no other.
    func begin(_ looker: Looker) {
        end(looker.session)
        let place = looker.place
        bySession[ObjectIdentifier(looker.session)] = looker
        let ranking = byPlace[place] ?? LookedAt(place)
        if ranking.lookers.isEmpty {
            byPlace[place] = ranking
            places[place.board, default: 0] += 1
            if places[place.board] == 1 { firstNetworks[place.board] = looker.session.client }
            if let room = place.room { rooms[room, default: 0] += 1 }
        }
        ranking.lookers[ObjectIdentifier(looker.session)] = looker
    }

    /// A connection is shown what it looks at, as of `version`.
    func showed(_ view: RankingView, version: [Int], to session: Session) {
        guard let looker = bySession[ObjectIdentifier(session)] else { return }
        looker.version = version
        looker.you = view.you
        byPlace[looker.place]?.showed(view, version: version)
    }

    /// A connection does not look at what it did when this was made.
    func end(_ looker: Looker) {
        if contains(looker) { end(looker.session) }
    }

    /// A connection looks at no ranking any more.
    func end(_ session: Session) {
        guard let looker = bySession.removeValue(forKey: ObjectIdentifier(session)) else { return }
        let place = looker.place
        guard let ranking = byPlace[place] else { preconditionFailure("who looks looks at something") }
        ranking.lookers[ObjectIdentifier(session)] = nil
        guard ranking.lookers.isEmpty else { return }
        byPlace[place] = nil
        Lookers.remove(place.board, from: &places)
        if places[place.board] == nil { firstNetworks[place.board] = nil }
        if let room = place.room { Lookers.remove(room, from: &rooms) }
    }

    private static func remove<Key>(_ key: Key, from counts: inout [Key: Int]) {
        guard let count = counts[key] else { preconditionFailure("what is looked at is counted") }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
