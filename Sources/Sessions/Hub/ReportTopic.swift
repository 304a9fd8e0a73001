/// The matter of a report of the hub to the operator. The log has it as `topic`.
package enum ReportTopic: String, Sendable {
    /// A transaction that storage failed.
    case storage
    /// A read that failed, or found what cannot be read.
    case read
    /// A day that did not begin.
    case rollover
    /// A calendar that was set back.
    case clock
    /// Players or rooms that could not be forgotten.
    case forgetting
    /// A webhook that cannot be told of its room.
    case webhook
    /// Acts of moderators on players and rooms, and what was forgotten for its age.
    case moderation

    /// Whether something went wrong.
    package var isFault: Bool {
        switch self {
        case .moderation: false
        case .storage, .read, .rollover, .clock, .forgetting, .webhook: true
        }
    }
}
