import GameRules
import Rooms

/// The codes that link another device to a player: short-lived, for one use, in memory only.
struct LinkCodes {
    /// The length of a code in characters. Half a trillion codes cannot be searched at a few tries a minute.
    static let length = 8
    /// The lifetime of a code in ms.
    static let lifetime = 600_000

    private struct Promise {
        let player: PlayerID
        let expires: Int
    }

    /// The maximum number of codes.
    private let capacity: Int
    private var promises: [String: Promise] = [:]
    private var codes: [PlayerID: String] = [:]

    init(capacity: Int) { self.capacity = capacity }

    /// The number of codes.
    var count: Int { promises.count }

    /// Issues a code for a player and voids the one before. Nil if too many players have one. `next` returns a uniform
    /// number below its argument.
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

    /// Returns the player of a code as typed; nil if it is unknown or expired.
    func player(of typed: String, now: Int) -> PlayerID? {
        guard let promise = promises[LinkCodes.normal(typed)], now < promise.expires else { return nil }
        return promise.player
    }

    /// Voids a player's code.
    mutating func void(of player: PlayerID) {
        if let code = codes.removeValue(forKey: player) { promises[code] = nil }
    }

    /// Voids all codes.
    mutating func voidAll() { (promises, codes) = ([:], [:]) }

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
