import Testing

@testable import Puzzles

struct SigningKeyTests {
    private static func key(_ byte: UInt8) throws -> SigningKey {
        SigningKey(seed: try #require(Seed([UInt8](repeating: byte, count: 32))))
    }

    @Test("A signature holds for one message and one server")
    func aSignatureIsOfOneMessageByOneServer() throws {
        let (key, other) = (try Self.key(7), try Self.key(8))
        let message = Array("a race that is over".utf8)
        let signature = key.signature(of: message)
        #expect(signature == key.signature(of: message), "the same each time")
        #expect(SigningKey.isSignature(signature, of: message, by: key.publicKey))
        #expect(!SigningKey.isSignature(signature, of: message, by: other.publicKey))
        #expect(!SigningKey.isSignature(signature, of: message + [0], by: key.publicKey))
        #expect(!SigningKey.isSignature(signature, of: [], by: key.publicKey))
        for index in signature.indices {
            var forged = signature
            forged[index] ^= 1
            #expect(!SigningKey.isSignature(forged, of: message, by: key.publicKey))
        }
    }

    @Test("Bytes that are no key verify nothing", arguments: [0, 31, 33])
    func whatIsNoKeyProvesNothing(count: Int) throws {
        let signature = try Self.key(7).signature(of: [1])
        #expect(!SigningKey.isSignature(signature, of: [1], by: [UInt8](repeating: 1, count: count)))
        #expect(!SigningKey.isSignature([UInt8](repeating: 0, count: count), of: [1], by: try Self.key(7).publicKey))
    }

    /// A key that changed with the program would disown what was signed before.
    @Test("The key derived from a seed is frozen")
    func theKeyFollowsFromTheSeedForEver() throws {
        let golden = "c1f74730397d21c58bf8e7a6da1ba5d5e2f1fe5703992f887491363c156ee2fc"
        #expect(try Self.key(7).publicKey.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == golden)
    }
}
