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

    /// A signature of the identity and of zero holds for a message whose hash times the key is the identity. By the
    /// order of the key that is every message, every second, fourth or eighth. OpenSSL accepts these keys, and so finds
    /// such signatures good.
    @Test(
        "Keys of small order verify nothing",
        arguments: [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        ], [UInt8(0), 0x80])
    func smallOrder(hexadecimal: String, sign: UInt8) throws {
        let digits = Array(hexadecimal)
        var key = try stride(from: 0, to: 64, by: 2).map { try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16)) }
        key[31] |= sign
        let signature: [UInt8] = [1] + [UInt8](repeating: 0, count: 63)
        #expect(!(0..<64).contains { SigningKey.isSignature(signature, of: [$0], by: key) })
    }

    /// A key that changed with the program would disown what was signed before.
    @Test("The key derived from a seed is frozen")
    func theKeyFollowsFromTheSeedForEver() throws {
        let golden = "c1f74730397d21c58bf8e7a6da1ba5d5e2f1fe5703992f887491363c156ee2fc"
        #expect(try Self.key(7).publicKey.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == golden)
    }
}
