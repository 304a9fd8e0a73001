import Bytes
import Foundation
import Puzzles
import Sessions

/// The password of a private server, as the data folder keeps it: by scrypt (RFC 7914), never as text.
package struct ServerPassword: Hashable, Sendable {
    /// The name of its file: `COST SALT KEY`, the last two in hexadecimal digits.
    static let name = "password"
    /// The characters that a password may have.
    static let lengths = 8...128
    private static let cost = 14

    private let cost: Int
    private let salt: [UInt8]
    private let key: [UInt8]

    /// Reads the file of a folder; nil if there is none.
    static func read(from folder: DataFolder) throws(ConfigurationFault) -> ServerPassword? {
        let file = folder.path + "/" + name
        guard try RegularFile.isThere(file) else { return nil }
        let words = String(decoding: try RegularFile.read(file, most: 1_024), as: UTF8.self).split(
            whereSeparator: \.isWhitespace)
        guard words.count == 3, let cost = Int(words[0]), (1...20).contains(cost),
            let salt = [UInt8](hexadecimal: String(words[1])), let key = [UInt8](hexadecimal: String(words[2])),
            key.count == Scrypt.length
        else { throw ConfigurationFault("\(file): is no password; set one with “tilerace set-password”") }
        return ServerPassword(cost: cost, salt: salt, key: key)
    }

    /// Puts a password into a folder in place of the one before. Throws for one that is too short or too long.
    package static func set(_ text: String, in folder: DataFolder) throws(ConfigurationFault) {
        guard lengths.contains(text.count), text.utf8.count <= 4 * lengths.upperBound else {
            throw ConfigurationFault(
                "a password has \(lengths.lowerBound) to \(lengths.upperBound) characters, and this one \(text.count)")
        }
        guard !CombiningMarks.areTooMany(in: text) else {
            throw ConfigurationFault("a password has \(CombiningMarks.mostInARow) combining marks in a row at most")
        }
        let salt = randomBytes(16)
        guard let key = Scrypt.key(of: bytes(of: text), salt: salt, cost: cost) else {
            throw ConfigurationFault("there is no memory to keep a password by")
        }
        try folder.alone { () throws(ConfigurationFault) in
            let acts = FolderActs(in: folder)
            try acts.during([FolderActs.Act(.setPassword)], changing: name) { () throws(ConfigurationFault) in
                try folder.replace(name, with: "\(cost) \(salt.hexadecimal) \(key.hexadecimal)\n")
            }
        }
    }

    /// Whether this is the text. Nil where there is no memory to tell. Takes some 50 ms.
    func isText(_ text: String) -> Bool? {
        Scrypt.key(of: ServerPassword.bytes(of: text), salt: salt, cost: cost).map { $0 == key }
    }

    /// Text that looks the same is the same: it is compared in NFC.
    static func bytes(of text: String) -> [UInt8] { Array(text.precomposedStringWithCanonicalMapping.utf8) }
}
