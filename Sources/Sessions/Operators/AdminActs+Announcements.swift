import Messages
import Storage

// Announcements to everybody.
extension AdminActs {
    /// ms before storage is asked again which announcement it has.
    private static let retry = 1_000

    /// Shows a text to all players, or withdraws the one that is shown.
    func announce(_ text: String?, _ asker: AdminAsker, then: @escaping Reply) {
        guard !isBusy else { return then(.failure(AdminDesk.unavailable)) }
        var new: StoredAnnouncement?
        do throws(AdminRefusal) {
            if let text { new = try announcements.make(text) }
        } catch {
            return then(.failure(error))
        }
        committer.commit(announcements.decide(new, asker)) { [self, new] durable in
            guard durable else {
                readAnnouncement()
                return then(.failure(AdminDesk.unavailable))
            }
            show(new)
            then(.success(.announcement(new?.view)))
        }
    }

    private func show(_ new: StoredAnnouncement?) {
        announcements.show(new)
        teller.pushToEverybody(OutgoingMessage(.announcement(new?.view)))
    }

    /// Shows what storage has after a commit that failed, which may be durable all the same.
    private func readAnnouncement() {
        let before = announcements.current
        records.announcement { [self] result in
            switch result {
            case .failure: environment.after(AdminActs.retry) { [weak self] in self?.readAnnouncement() }
            case .success(let found):
                // Else a newer one was shown meanwhile.
                if announcements.current == before, found != before { show(found) }
            }
        }
    }
}
