import Foundation
import Puzzles
import WordLists

extension Replay {
    /// The one way in which a document is written: names sorted, nothing between the tokens. So a document has one
    /// signature, and what two programs read in it is the same.
    package var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            preconditionFailure("every replay has a JSON form: \(error)")
        }
    }

    /// The document with the signature of a server.
    package func sealed(with key: SigningKey) -> Replay {
        var sealed = self
        sealed.key = key.publicKey.hexadecimal
        sealed.signature = nil
        sealed.signature = key.signature(of: sealed.json).hexadecimal
        return sealed
    }

    /// Whether the signature is that of the server whose key is in the document.
    var hasSoundSignature: Bool {
        guard let signature, let bytes = [UInt8](hexadecimal: signature), let key = [UInt8](hexadecimal: key) else {
            return false
        }
        var unsigned = self
        unsigned.signature = nil
        return SigningKey.isSignature(bytes, of: unsigned.json, by: key)
    }
}
