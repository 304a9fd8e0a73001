import Messages
import Storage

/// Decides announcements: a short text that all who are connected see, and all who come, until it is withdrawn.
///
/// The text is not looked through for the words of puzzles: a refusal would tell a moderator that it has one.
final class AnnouncementDesk: HubPart {
    let context: HubContext
    private let committer: Committer
    private let teller: Teller
    /// The announcement that is shown; nil if there is none.
    private(set) var current: StoredAnnouncement?
    /// The time of the last announcement, also of one that is not durable yet.
    private var last = 0

    /// The number of characters that an announcement may have.
    static let lengths = 1...280
    /// The maximum size of an announcement in bytes.
    static let bytes = 900

    init(_ context: HubContext, _ committer: Committer, _ teller: Teller) {
        self.context = context
        self.committer = committer
        self.teller = teller
    }

    /// Reads the announcement of earlier runs.
    func start(then: @escaping (Result<Void, StorageError>) -> Void) {
        records.announcement { [self] result in
            switch result {
            case .success(let found): (current, last) = (found, found?.time ?? 0)
            // Nobody is kept from playing by a text that cannot be read. The next announcement replaces it.
            case .failure(.corrupt(let why)):
                environment.report("read", "the announcement: \(why)")
            case .failure(let error): return then(.failure(error))
            }
            then(.success(()))
        }
    }

    /// Shows a text to all players, or withdraws the one that is shown.
    func set(_ text: String?, _ asker: AdminAsker, then: @escaping AdminDesk.Reply) {
        guard !isDraining, !committer.isBehind else { return then(.failure(AdminDesk.unavailable)) }
        let new: StoredAnnouncement?
        do throws(AdminRefusal) {
            new = try text.map { text throws(AdminRefusal) in try make(text) }
        } catch {
            return then(.failure(error))
        }
        var decision = Decision()
        decision.write(.announce(new))
        decision.note(asker.act("", at: now))
        committer.commit(decision) { [self] durable in
            guard durable else { return then(.failure(AdminDesk.unavailable)) }
            current = new
            teller.pushToEverybody(OutgoingMessage(.announcement(new?.view)))
            then(.success(.announcement(new?.view)))
        }
    }

    /// Makes an announcement of a text. Two never have the same time, by which pages know them apart.
    private func make(_ text: String) throws(AdminRefusal) -> StoredAnnouncement {
        guard AnnouncementDesk.lengths.contains(text.count), text.utf8.count <= AnnouncementDesk.bytes else {
            throw AdminRefusal(
                .badText, "An announcement has 1 to \(AnnouncementDesk.lengths.upperBound) characters.")
        }
        guard AnnouncementDesk.isVisible(text) else {
            throw AdminRefusal(.badText, "An announcement is one line, of characters that can be seen.")
        }
        last = max(now, last + 1)
        return StoredAnnouncement(text: text, time: last)
    }

    /// Whether a text is one line that shows something, and has nothing that reorders or hides it. What joins an emoji
    /// is allowed.
    static func isVisible(_ text: String) -> Bool {
        let isBlank = text.unicodeScalars.allSatisfy(DisplayName.isBlank)
        return !isBlank
            && text.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
                case .format: scalar == "\u{200D}"
                default: true
                }
            }
    }
}

extension StoredAnnouncement {
    /// The announcement as it is told.
    var view: HostAnnouncement { HostAnnouncement(text: text, time: time) }
}
