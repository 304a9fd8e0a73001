import Foundation
import Messages
import Storage
import Testing

@testable import Sessions
@testable import Storage

/// The way into the admin page, and what is left of it in the audit log.
@Suite struct AdminDoorTests {
    private func ask(
        _ request: AdminRequest, by actor: AdminActor = .command, _ world: HubWorld
    ) throws -> Result<AdminAnswer, AdminRefusal> {
        let reply = Mutable<Result<AdminAnswer, AdminRefusal>?>(nil)
        world.hub.administration.administer(request, by: actor) {
            #expect(reply.value == nil, "answered once")
            reply.value = $0
        }
        world.run()
        return try #require(reply.value)
    }

    private func key(_ world: HubWorld, _ role: AdminRole = .owner) throws -> String {
        guard case .link(let link) = try ask(.link(role), world).get() else { return "" }
        return link.key
    }

    private func open(_ key: String, _ world: HubWorld) throws -> Result<AdminDoor.Opened, AdminRefusal> {
        let reply = Mutable<Result<AdminDoor.Opened, AdminRefusal>?>(nil)
        world.hub.administration.door.open(key) { reply.value = $0 }
        world.run()
        return try #require(reply.value)
    }

    private func code(_ result: Result<AdminAnswer, AdminRefusal>) -> AdminRefusal.Code? {
        if case .failure(let refusal) = result { refusal.code } else { nil }
    }

    private func code(_ result: Result<AdminDoor.Opened, AdminRefusal>) -> AdminRefusal.Code? {
        if case .failure(let refusal) = result { refusal.code } else { nil }
    }

    /// The entries of the audit log: `owner 1 open-session`.
    private func log(_ world: HubWorld) -> [String] {
        world.storage.stored.acts.map { "\($0.act.actor) \($0.act.verb) \($0.act.subject)" }
    }

    private func isOpen(_ session: AdminDoor.Opened, _ world: HubWorld) -> Bool {
        world.hub.administration.door.session(of: session.token) != nil
    }

    @Test("A session is called by the number of its link, also after a restart, and signing out is in the log")
    func numbers() throws {
        let world = try HubWorld()
        let first = try open(key(world, .moderator), world).get()
        #expect(log(world) == ["command link moderator 1", "moderator 1 open-session "])
        let left = Mutable(false)
        world.hub.administration.door.signOut(first.token) { left.value = true }
        #expect(!isOpen(first, world), "at once")
        world.run()
        #expect(left.value && log(world).last == "moderator 1 sign-out ")
        let again = try world.restarted()
        let second = try open(key(again, .moderator), again).get()
        #expect(second.session.number == 4)
        #expect(log(again).suffix(2) == ["command link moderator 4", "moderator 4 open-session "])
    }

    @Test("Links that are made at once have no number in common")
    func linksAtOnce() throws {
        let world = try HubWorld()
        let answers = Mutable<[Result<AdminAnswer, AdminRefusal>]>([])
        for _ in 0..<2 {
            world.hub.administration.administer(.link(.owner), by: .command) { answers.value.append($0) }
        }
        world.run()
        #expect(answers.value.compactMap { code($0) } == [.busy] && answers.value.count == 2)
        #expect(try code(ask(.link(.owner), world)) == nil)
        #expect(log(world) == ["command link owner 1", "command link owner 2"])
    }

    @Test("A link for which there is no place is refused before it is in the log")
    func noPlace() throws {
        let world = try HubWorld()
        for _ in 0..<AdminSessions.mostLinks { _ = try key(world) }
        #expect(try code(ask(.link(.owner), world)) == .tooMany)
        #expect(log(world).count == AdminSessions.mostLinks)
    }

    @Test("A link that could not be logged takes no place and no number")
    func linkNotDurable() throws {
        let world = try HubWorld()
        world.storage.failNextCommit(.unavailable("full"))
        #expect(try code(ask(.link(.owner), world)) == .unavailable)
        let opened = try open(key(world), world).get()
        #expect(opened.session.number == 1)
    }

    @Test("A session that could not be logged is not open, and its link opens another")
    func openingNotDurable() throws {
        let world = try HubWorld()
        let key = try key(world)
        world.storage.failNextCommit(.unavailable("full"))
        #expect(try code(open(key, world)) == .unavailable)
        guard case .sessions(let sessions) = world.hub.administration.door.list() else { return }
        #expect(sessions.isEmpty)
        #expect(try open(key, world).get().session.number == 1)
        #expect(try code(open(key, world)) == .badLink)
    }

    @Test("Sessions are over once that is in the log")
    func ending() throws {
        let world = try HubWorld()
        let session = try open(key(world), world).get()
        let answer = Mutable<Result<AdminAnswer, AdminRefusal>?>(nil)
        world.hub.administration.administer(.endSessions(nil), by: .command) { answer.value = $0 }
        world.runHub()
        #expect(answer.value == nil && isOpen(session, world))
        world.run()
        #expect(try answer.value?.get() == .ended(1) && !isOpen(session, world))
        #expect(log(world).last == "command end-sessions all")
        #expect(try code(ask(.endSessions(1), world)) == .noSuchSession)
    }

    @Test("Sessions are over also if that cannot be logged, and the answer says both")
    func endingNotDurable() throws {
        let world = try HubWorld()
        let sessions = try (0..<2).map { _ in try open(key(world), world).get() }
        world.storage.failNextCommit(.unavailable("full"))
        let answer = try ask(.endSessions(sessions[0].session.number), world)
        #expect(code(answer) == .notLogged && !isOpen(sessions[0], world) && isOpen(sessions[1], world))
        world.storage.failNextCommit(.unavailable("full"))
        guard case .failure(let refusal) = try ask(.endSessions(nil), world) else {
            Issue.record("it was not logged")
            return
        }
        #expect(refusal.code == .notLogged && refusal.text.hasPrefix("1 sessions and links are ended."))
        #expect(!isOpen(sessions[1], world) && !log(world).contains { $0.contains("end-sessions") })
    }

    @Test("A sign-out that cannot be logged ends the session all the same")
    func signOutNotDurable() throws {
        let world = try HubWorld()
        let session = try open(key(world), world).get()
        world.storage.failNextCommit(.unavailable("full"))
        let left = Mutable(false)
        world.hub.administration.door.signOut(session.token) { left.value = true }
        world.run()
        #expect(left.value && !isOpen(session, world))
    }

    @Test("A session that all were ended with before it was logged is none")
    func endedWhileOpening() throws {
        let world = try HubWorld()
        let key = try key(world)
        let reply = Mutable<Result<AdminDoor.Opened, AdminRefusal>?>(nil)
        world.hub.administration.administer(.endSessions(nil), by: .command) { _ in }
        world.hub.administration.door.open(key) { reply.value = $0 }
        world.run()
        #expect(try code(#require(reply.value)) == .badLink)
    }
}
