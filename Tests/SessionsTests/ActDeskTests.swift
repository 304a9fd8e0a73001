import GameRules
import Messages
import Storage
import TestKit
import Testing

@testable import Sessions

/// The desks of accounts and operators as functions: whatever they send, submit or read is an issue of the world.
@Suite struct ActDeskTests {
    private let asker = AdminAsker(actor: .command, verb: "test")

    private func mika() -> LivePlayer {
        LivePlayer(PlayerRecord(id: PlayerID(high: 1, low: 1), name: "Mika", createdAt: 0), seats: [])
    }

    private func accounts(_ world: DeskWorld) -> AccountDesk {
        AccountDesk(world.context, world.library, NameDesk(world.context, world.library), BanDesk(world.context))
    }

    @Test("A ban writes itself and its act, and one that changes nothing writes nothing")
    func repeatedBan() throws {
        let world = try DeskWorld()
        let (desk, player) = (BanDesk(world.context), mika())
        let first = desk.decide(player, isBanned: true, asker)
        let written: [Write] = [
            .setBan(player.id, at: HubWorld.morning), .noteAct(asker.act(player.id.text, at: HubWorld.morning)),
        ]
        #expect(first.decision.writes == written)
        #expect(!player.isBanned, "it is not durable yet")
        #expect(desk.settle(first, durable: true) == true)
        #expect(player.isBanned)
        let second = desk.decide(player, isBanned: true, asker)
        #expect(second.isRepeated)
        #expect(desk.settle(second, durable: true) == false)
    }

    @Test("The end of a ban is written while the ban is under way, and a ban that is lost bans nobody")
    func oppositeBans() throws {
        let world = try DeskWorld()
        let (desk, player) = (BanDesk(world.context), mika())
        let ban = desk.decide(player, isBanned: true, asker)
        let end = desk.decide(player, isBanned: false, asker)
        // The ban, its act; the end, the visit, its act.
        #expect(end.decision.writes.count == 3)
        #expect(desk.settle(ban, durable: false) == nil)
        #expect(!player.isBanned)
        #expect(desk.isUnderWay(for: player.id))
        #expect(desk.settle(end, durable: true) == false)
        #expect(!desk.isUnderWay(for: player.id))
    }

    @Test("Two announcements of one millisecond have different times, and none is shown before it is durable")
    func announcements() throws {
        let world = try DeskWorld()
        let desk = AnnouncementDesk(world.context)
        let (first, second) = (try desk.make("One"), try desk.make("Two"))
        #expect(second.time == first.time + 1)
        #expect(desk.decide(second, asker).writes.first == Write.announce(second))
        #expect(desk.current == nil)
        desk.show(second)
        #expect(desk.current == second)
        #expect(throws: AdminRefusal.self) { _ = try desk.make("Two\nlines") }
    }

    @Test("A sign-out that is decided while another is under way has a higher number")
    func signOuts() throws {
        let world = try DeskWorld()
        let (desk, player) = (accounts(world), mika())
        let first = try desk.signOut(player, least: 0)
        let second = try desk.signOut(player, least: 0)
        #expect(second.count == first.count + 1)
        #expect(player.signOuts == 0, "neither is durable yet")
        desk.settle(first, durable: true)
        desk.settle(second, durable: false)
        #expect(Int(player.signOuts) == first.count)
        let third = try desk.signOut(player, least: 0)
        #expect(third.count == second.count)
    }

    @Test("A visit is written once a day")
    func visits() throws {
        let world = try DeskWorld()
        let (desk, player) = (accounts(world), mika())
        let (first, second) = (desk.visit(of: player), desk.visit(of: player))
        #expect(first?.writes == [Write.noteVisit(player.id, on: world.context.days.begun)])
        #expect(second?.writes == nil)
        #expect(!desk.mayForget(player, notSeenSince: world.context.days.begun))
    }

    @Test("Hello is refused to a second hello, another version, and a connection without a claim")
    func claims() throws {
        let world = try DeskWorld()
        let (desk, greeted) = (accounts(world), world.asker().session)
        let current = ProtocolVersion.current
        func code(_ session: Session, _ version: Int) -> ErrorCode? {
            do throws(ErrorReply) {
                _ = try desk.claim(of: session, version: version, token: nil)
                return nil
            } catch {
                return error.code
            }
        }
        let session = Session(
            output: greeted.output, place: greeted.place, identity: nil, client: greeted.client)
        #expect(code(greeted, current) == ErrorCode.helloFirst)
        #expect(code(session, current + 1) == ErrorCode.unsupportedProtocol)
        #expect(code(session, current) == ErrorCode.unauthorized)
    }
}
