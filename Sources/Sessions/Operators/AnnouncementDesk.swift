import Messages
import Storage

/// Decides announcements: a short text that all who are connected see, and all who come, until it is withdrawn.
///
/// The text is not looked through for the words of puzzles: a refusal would tell a moderator that it has one.
final class AnnouncementDesk: HubPart {
    let context: HubContext
    /// The announcement that is shown; nil if there is none.
    private(set) var current: StoredAnnouncement?
    /// The time of the last announcement, also of one that is not durable yet.
    private var last = 0

    /// The number of characters that an announcement may have.
    static let lengths = 1...280
    /// The maximum size of an announcement in bytes.
    static let bytes = 900

    init(_ context: HubContext) { self.context = context }

    /// Takes up the announcement of earlier runs.
    func begin(with found: StoredAnnouncement?) {
        current = found
        last = found?.time ?? 0
    }

    /// Makes an announcement of a text. Two never have the same time, by which pages know them apart.
    func make(_ text: String) throws(AdminRefusal) -> StoredAnnouncement {
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

    /// Decides to show an announcement to all players, or (nil) to withdraw the one that is shown. ``show(_:)`` must
    /// follow once that is durable.
    func decide(_ new: StoredAnnouncement?, _ asker: AdminAsker) -> Decision {
        var decision = Decision()
        decision.write(.announce(new))
        decision.note(asker.act("", at: now))
        return decision
    }

    /// Shows an announcement to those who come from now on.
    func show(_ new: StoredAnnouncement?) { current = new }

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
