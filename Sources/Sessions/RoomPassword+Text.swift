import Rooms
import WordLists

extension RoomPassword {
    /// The characters that a password may have.
    static let lengths = 1...64

    /// What the log keeps of a password. `salt`: random bytes.
    init(_ text: String, salt: [UInt8]) {
        self.init(salt: salt.hexadecimal, digest: RoomPassword.digest(of: text, salt: salt))
    }

    /// Whether this is the password. Text that looks the same is the same: it is compared in NFC.
    func isText(_ text: String) -> Bool {
        guard let salt = [UInt8](hexadecimal: salt) else { return false }
        return digest == RoomPassword.digest(of: text, salt: salt)
    }

    private static func digest(of text: String, salt: [UInt8]) -> String {
        Digest(of: salt + Array(text.precomposedStringWithCanonicalMapping.utf8)).text
    }
}
