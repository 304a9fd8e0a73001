import Messages
import Rooms

/// The identity of a subscribed ranking: one of the server, or the members of a room in it.
struct RankingPlace: Hashable {
    let ranking: RankingID
    let room: RoomCode?
}

/// A connection that subscribes to a ranking.
final class Looker {
    let session: Session
    let place: RankingPlace
    /// The version last shown; nil until the request is answered.
    private(set) var version: [Int]?
    /// The player's place as last sent.
    private(set) var you: RankingView.You?

    init(_ session: Session, at place: RankingPlace) {
        self.session = session
        self.place = place
    }

    /// Records what the connection was shown.
    func showed(_ version: [Int], _ you: RankingView.You?) {
        self.version = version
        self.you = you
    }
}

/// A ranking with subscribers.
final class LookedAt {
    let place: RankingPlace
    /// The subscribers by session.
    fileprivate(set) var lookers: [ObjectIdentifier: Looker] = [:]
    /// The version last encoded; nil before the first.
    private(set) var version: [Int]?
    private(set) var push: RankingPush?
    /// Whether a subscriber was shown another version.
    fileprivate(set) var hasOthers = false

    fileprivate init(_ place: RankingPlace) { self.place = place }

    /// Records that a subscriber was shown this `version`.
    func showed(_ view: RankingView, version: [Int]) {
        if self.version == nil { _ = keep(RankingPush(view), version: version) }
        // Possibly an older version, whose subscriber needs the newer one even if nothing changes any more.
        if self.version != version { hasOthers = true }
    }

    /// Keeps an encoded push. Returns whether it differs from the last one.
    func keep(_ push: RankingPush, version: [Int]) -> Bool {
        self.version = version
        hasOthers = false
        defer { self.push = push }
        return self.push != push
    }
}

/// The subscribers of rankings, with their networks.
final class Lookers {
    private var bySession: [ObjectIdentifier: Looker] = [:]
    private var byPlace: [RankingPlace: LookedAt] = [:]
    /// The number of subscribed rankings, whole or of a room, of each ranking of the server.
    private var places: [RankingID: Int] = [:]
    /// The network of the first subscriber of each ranking of the server.
    private var firstNetworks: [RankingID: ClientNetwork] = [:]
    /// The number of subscribed rankings of each room.
    private var rooms: [RoomCode: Int] = [:]

    /// The number of subscribed connections.
    var count: Int { bySession.count }
    var isEmpty: Bool { bySession.isEmpty }

    /// The subscribed rankings.
    var rankings: [LookedAt] { Array(byPlace.values) }
    /// The rankings of the server with subscribers, of the whole or of a room.
    var rankingIDs: Dictionary<RankingID, Int>.Keys { places.keys }

    /// Returns the network that first subscribed to a ranking that still has subscribers.
    func firstNetwork(at ranking: RankingID) -> ClientNetwork? { firstNetworks[ranking] }

    func looksAt(_ room: RoomCode) -> Bool { rooms[room] != nil }

    /// The ranking at which a connection looks, and nobody else; nil if there is none.
    func onlyRanking(of session: Session) -> RankingID? {
        guard let place = bySession[ObjectIdentifier(session)]?.place, places[place.ranking] == 1,
            byPlace[place]?.lookers.count == 1
        else { return nil }
        return place.ranking
    }

    /// Whether the subscription is still in effect.
    func contains(_ looker: Looker) -> Bool { bySession[ObjectIdentifier(looker.session)] === looker }

    /// Returns the subscription of a connection.
    func looker(of session: Session) -> Looker? { bySession[ObjectIdentifier(session)] }

    /// Returns the ranking of a subscription, with all its subscribers.
    func ranking(of looker: Looker) -> LookedAt? { contains(looker) ? byPlace[looker.place] : nil }

    /// Subscribes a connection to a ranking, in place of any other.
    func begin(_ looker: Looker) {
        end(looker.session)
        let place = looker.place
        bySession[ObjectIdentifier(looker.session)] = looker
        let ranking = byPlace[place] ?? LookedAt(place)
        if ranking.lookers.isEmpty {
            byPlace[place] = ranking
            places[place.ranking, default: 0] += 1
            if places[place.ranking] == 1 { firstNetworks[place.ranking] = looker.session.client }
            if let room = place.room { rooms[room, default: 0] += 1 }
        }
        ranking.lookers[ObjectIdentifier(looker.session)] = looker
        // A subscription that is brought back may have missed a version meanwhile.
        if let shown = looker.version, shown != ranking.version { ranking.hasOthers = true }
    }

    /// Records that a connection was shown `version` of its ranking.
    func showed(_ view: RankingView, version: [Int], to session: Session) {
        guard let looker = bySession[ObjectIdentifier(session)] else { return }
        looker.showed(version, view.you)
        byPlace[looker.place]?.showed(view, version: version)
    }

    /// Ends a subscription, unless a newer one has replaced it.
    func end(_ looker: Looker) {
        if contains(looker) { end(looker.session) }
    }

    /// Unsubscribes a connection.
    func end(_ session: Session) {
        guard let looker = bySession.removeValue(forKey: ObjectIdentifier(session)) else { return }
        let place = looker.place
        guard let ranking = byPlace[place] else { preconditionFailure("who looks looks at something") }
        ranking.lookers[ObjectIdentifier(session)] = nil
        guard ranking.lookers.isEmpty else { return }
        byPlace[place] = nil
        Lookers.remove(place.ranking, from: &places)
        if places[place.ranking] == nil { firstNetworks[place.ranking] = nil }
        if let room = place.room { Lookers.remove(room, from: &rooms) }
    }

    private static func remove<Key>(_ key: Key, from counts: inout [Key: Int]) {
        guard let count = counts[key] else { preconditionFailure("what is looked at is counted") }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
