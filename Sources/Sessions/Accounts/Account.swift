import GameRules
import Storage

/// Who somebody is.
package struct Account: Hashable, Sendable {
    package let id: PlayerID
    package let name: String
    /// How often the player has signed out everywhere.
    package let signOuts: Int

    init(id: PlayerID, name: String, signOuts: Int) {
        self.id = id
        self.name = name
        self.signOuts = signOuts
    }

    package init(_ record: PlayerRecord) {
        self.init(id: record.id, name: record.name, signOuts: record.sessions)
    }
}

extension SessionClaim {
    /// What a token of now proves.
    package init(_ account: Account) { self.init(player: account.id, sessions: account.signOuts) }

    /// Whether the claim is one of the player's, and not void by now. A higher number than the player's is one that a
    /// restored backup does not know of.
    func proves(_ account: Account) -> Bool { player == account.id && sessions >= account.signOuts }
}
