import GameRules
import Rooms

/// The codes by which another device becomes a player's: short-lived, for one use, in memory only.
struct LinkCodes {
    /// Characters in a code: half a trillion codes, so that at a few tries a minute nobody finds one.
    static let length = 8
    /// ms for which a code is good.
    static let lifetime = 600_000

    private struct Promise {
        let player: PlayerID
        let expires: Int
    }

    /// Codes kept at most.
    private let capacity: Int
    private var promises: [String: Promise] = [:]
    private var codes: [PlayerID: String] = [:]

    init(capacity: Int) { self.capacity = capacity }

    /// Codes kept.
    var count: Int { promises.count }

    /// A new code for a player; the one before is void. Nil if too many players have one. `next` gives a uniform number
    /// below its argument.
    mutating func make(for player: PlayerID, now: Int, next: (Int) -> Int) -> (code: String, expires: Int)? {
        void(of: player)
        if promises.count >= capacity { dropExpired(now: now) }
        guard promises.count < capacity else { return nil }
        var code = LinkCodes.draw(next)
        while promises[code] != nil { code = LinkCodes.draw(next) }
        let expires = now + LinkCodes.lifetime
        promises[code] = Promise(player: player, expires: expires)
        codes[player] = code
        return (code, expires)
    }

    private static func draw(_ next: (Int) -> Int) -> String {
        while true {
            let bytes = (0..<length).map { _ in RoomCode.characters[next(RoomCode.characters.count)] }
            let code = String(decoding: bytes, as: UTF8.self)
            if !RoomCode.isRude(code) { return code }
        }
    }

    /// Whose a code is, typed as people do; nil if it is not, or not any more, good.
    func player(of typed: String, now: Int) -> PlayerID? {
        guard let promise = promises[LinkCodes.normal(typed)], now < promise.expires else { return nil }
        return promise.player
    }

    /// Voids a player's code.
    mutating func void(of player: PlayerID) {
        if let code = codes.removeValue(forKey: player) { promises[code] = nil }
    }

    private mutating func dropExpired(now: Int) {
        for (code, promise) in promises where promise.expires <= now {
            promises[code] = nil
            codes[promise.player] = nil
        }
    }

    private static func normal(_ typed: String) -> String {
        guard typed.utf8.count <= 64 else { return "" }
        return typed.uppercased().filter { $0 != "-" && $0 != " " }
    }
}
