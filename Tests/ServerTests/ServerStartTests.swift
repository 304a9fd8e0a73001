import Server
import Testing

@Suite struct ServerStartTests {
    @Test func whatIsAskedDuringTheStartIsDoneAfterIt() {
        let start = ServerStart<String>()
        #expect(start.server == nil)
        #expect(start.toReload() == nil)
        #expect(start.finish("server"))
        #expect(start.server == "server")
    }

    @Test func whatIsAskedLaterIsDoneAtOnce() {
        let start = ServerStart<String>()
        #expect(!start.finish("server"))
        #expect(start.toReload() == "server")
    }
}
