import TestKit
import Testing

@testable import Server

@Suite struct HolderNameTests {
    @Test("A server that is started again has its name for the database, and a copy of its machine has another one")
    func copies() throws {
        let place = try TemporaryFolder()
        let folder = try DataFolder(path: place.path)
        let own = OpenStorage.holder(folder, boot: "0b3c8a52-1111")
        #expect(own == OpenStorage.holder(try DataFolder(path: place.path), boot: "0b3c8a52-1111"))
        #expect(own.hasSuffix(":\(folder.path) (0b3c8a52)"))
        #expect(own != OpenStorage.holder(folder, boot: "77f0d1aa-1111"))
        #expect(OpenStorage.holder(folder) == OpenStorage.holder(folder))
    }
}
