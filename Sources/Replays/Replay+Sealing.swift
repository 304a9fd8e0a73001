import Foundation
import Puzzles
import WordLists

extension Replay {
    /// The canonical form of a document: sorted names, no whitespace between tokens. A document therefore has one
    /// signature, and every program reads the same from it.
    package var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            preconditionFailure("every replay has a JSON form: \(error)")
        }
    }

    /// Returns the document with a server's key and signature.
    package func sealed(with key: SigningKey) -> Replay {
        var sealed = self
        sealed.key = key.publicKey.hexadecimal
        sealed.signature = nil
        sealed.signature = key.signature(of: sealed.json).hexadecimal
        return sealed
    }

    /// Whether the signature fits the document and the key in it.
    var hasSoundSignature: Bool {
        guard let signature, let bytes = [UInt8](hexadecimal: signature), let key = [UInt8](hexadecimal: key) else {
            return false
        }
        var unsigned = self
        unsigned.signature = nil
        return SigningKey.isSignature(bytes, of: unsigned.json, by: key)
    }
}
