import GameRules
import Storage

/// The identity of a player.
package struct Account: Hashable, Sendable {
    package let id: PlayerID
    package let name: String
    /// The number of times that the player has signed out everywhere.
    package let signOuts: Int
    /// Whether those who run the server keep the player out.
    package let isBanned: Bool

    init(id: PlayerID, name: String, signOuts: Int, isBanned: Bool) {
        self.id = id
        self.name = name
        self.signOuts = signOuts
        self.isBanned = isBanned
    }

    /// The account of a player in memory, with the sign-outs that a session is to know.
    init(_ player: LivePlayer, signOuts: Int) {
        self.init(id: player.id, name: player.name, signOuts: signOuts, isBanned: player.isBanned)
    }

    package init(_ record: PlayerRecord) {
        self.init(id: record.id, name: record.name, signOuts: record.sessions, isBanned: record.bannedAt != nil)
    }
}

extension SessionClaim {
    /// The claim that a token issued now proves.
    package init(_ account: Account) { self.init(player: account.id, sessions: account.signOuts) }

    /// Whether the claim names the player and is still valid. A restored backup may know a lower number than the token;
    /// such a token stays valid.
    func proves(_ account: Account) -> Bool { player == account.id && sessions >= account.signOuts }
}
