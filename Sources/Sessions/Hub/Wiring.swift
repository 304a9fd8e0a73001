/// Connects parts to the parts that are created after them.
/// These calls lead away from the commit. Two let a request begin that waited: `committer.settled`, `teller.follow`.
extension SessionHub {
    /// Connects the parts. Called once, at the end of `init`.
    func join() {
        context.keep(self)
        committer.failed = { [unowned losses] in losses.forget(after: $0, $1) }
        committer.settled = { [unowned self] in
            context.held.run { !committer.isBehind }
            drain.check()
        }
        committer.viewChanged = { [unowned audience] in audience.follow($0) }
        committer.look = { [unowned timers] in timers.lookSoon(at: $0) }
        audience.presenceChanged = { [unowned timers, unowned library] room in
            timers.lookSoon(at: room)
            if room.isUnseen { library.rooms.considerEviction(of: room) }
        }
        teller.player = { [unowned library] in library.players[$0] }
        teller.roomTold = { [unowned library] in library.rooms.told($0, $1) }
        teller.follow = { [unowned library] in library.follow($0, $1, durable: $2) }
        library.players.wasRead = { [unowned accounts] in accounts.follow($0, since: $1) }
        library.players.mayBeDeleted = { [unowned accounts] in accounts.forgetTraces(of: $0) }
        library.timed = { [unowned games] in games.watch($0, endsAt: $1) }
        teller.overwhelmed = { [unowned self] in close($0, SessionEnd.behind, because: "the disk is behind") }
        accounts.closed = { [unowned self] in disconnect($0) }
    }
}
