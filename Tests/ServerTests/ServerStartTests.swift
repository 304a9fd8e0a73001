import Server
import Testing

@Suite struct ServerStartTests {
    @Test("A reload asked for during the start is done after it")
    func duringTheStart() {
        let start = ServerStart<String>()
        #expect(start.server == nil)
        #expect(start.toReload() == nil)
        #expect(start.finish("server"))
        #expect(start.server == "server")
    }

    @Test("A reload asked for after the start is done at once")
    func afterTheStart() {
        let start = ServerStart<String>()
        #expect(!start.finish("server"))
        #expect(start.toReload() == "server")
    }
}
