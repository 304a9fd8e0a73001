import Testing
import WordLists

@testable import Puzzles

@Suite("scrypt")
struct ScryptTests {
    /// RFC 7914, section 12, the third vector: its first 32 bytes.
    @Test("Scrypt gives the key of RFC 7914")
    func makesTheKeyOfTheStandard() {
        let key = Scrypt.key(of: Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), cost: 14)
        #expect(key?.hexadecimal == "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2")
    }

    @Test("A cost out of range gives no key", arguments: [Int.min, -1, 0, 21, 63, .max])
    func refusesACostThatNobodyCanPay(cost: Int) {
        #expect(Scrypt.key(of: [1], salt: [2], cost: cost) == nil)
    }
}
