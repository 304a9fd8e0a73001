/// All connections, also those before `hello`.
final class Connections {
    /// The connections; `Session.index` is the index of each.
    private(set) var all: [Session] = []

    var count: Int { all.count }

    func add(_ session: Session) {
        session.index = Int32(all.count)
        all.append(session)
    }

    func remove(_ session: Session) {
        let last = all.removeLast()
        guard last !== session else { return }
        all[Int(session.index)] = last
        last.index = session.index
    }
}
