import Foundation
import Server
import Synchronization
import TestKit
import Testing

/// A restart in which the new server is begun before the old one has gone.
@Suite(.blocking) struct FolderWaitTests {
    @Test("A new server waits until the old one has left the folder")
    func newServerWaits() throws {
        let folder = try TestServer.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let old = try TestServer(bounds: DatabaseLock.patient, folder: folder)
        let player = try old.player()
        #expect(try player.ask(["type": "open", "puzzle": "guess-en-5/2026-11-21"])["state"] == "playing")
        // Its commit keeps the old server busy when it is told to go.
        let lock = try DatabaseLock(old)
        let guess = try player.post(["type": "guess", "puzzle": "guess-en-5/2026-11-21", "row": 0, "word": "crane"])
        #expect(try player.ask(["type": "ping"]).type == "pong")
        let stopped = old.beginStop()
        let begun = Mutex<Result<TestServer, any Error>?>(nil)
        let isBegun = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            begun.withLock { result in result = Result { try TestServer(folder: folder) } }
            isBegun.signal()
        }
        // It cannot begin: the old one has the folder, and cannot end.
        try player.waitUntilDraining()
        #expect(isBegun.wait(timeout: .now()) == .timedOut)
        lock.release()
        #expect(try player.wait { $0["re"]?.integer == guess }.type == "judged")
        _ = try player.webSocket.end()
        #expect(stopped())
        #expect(isBegun.wait(timeout: .now() + .seconds(60)) == .success)
        let new = try #require(try begun.withLock { result in try result?.get() })
        let back = try new.player(cookie: player.cookie)
        let game = try back.ask(["type": "open", "puzzle": "guess-en-5/2026-11-21"])
        #expect(game["guesses"]?.elements.map { $0["word"] } == ["crane"])
    }
}
