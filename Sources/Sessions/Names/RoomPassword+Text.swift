import Puzzles
import Rooms
import WordLists

extension RoomPassword {
    /// The characters that a password may have.
    static let lengths = 1...64

    /// The most bytes of a password, as it is set.
    static let mostBytes = 4 * lengths.upperBound

    /// Whether a text can be somebody's password by its bytes: that is known before it is normalised, and anybody can
    /// send 16 KB. In another form of Unicode a text has three times the bytes at most (UAX #15).
    static func isPossible(_ text: String) -> Bool { text.utf8.count <= 3 * mostBytes }

    /// The form of a password that the log keeps. `salt`: random bytes; `cost`: as in ``Scrypt``. Nil where there is no
    /// memory for it.
    init?(_ text: String, salt: [UInt8], cost: Int) {
        guard let key = Scrypt.key(of: RoomPassword.bytes(of: text), salt: salt, cost: cost) else { return nil }
        self.init(salt: salt.hexadecimal, digest: key.hexadecimal, cost: cost)
    }

    /// Whether this is the password; nil where there is no memory to tell. Takes as long as making it did.
    func isText(_ text: String) -> Bool? {
        guard let salt = [UInt8](hexadecimal: salt) else { return false }
        guard let cost else { return digest == quickDigest(of: text).text }
        return Scrypt.key(of: RoomPassword.bytes(of: text), salt: salt, cost: cost).map { $0.hexadecimal == digest }
    }

    /// The quick digest of a text and this salt. Servers until 2026-11 kept it in the log; now it is in memory only.
    func quickDigest(of text: String) -> Digest {
        Digest(of: ([UInt8](hexadecimal: salt) ?? []) + RoomPassword.bytes(of: text))
    }

    /// Text that looks the same is the same: it is compared in NFC.
    private static func bytes(of text: String) -> [UInt8] { Array(text.precomposedStringWithCanonicalMapping.utf8) }
}
