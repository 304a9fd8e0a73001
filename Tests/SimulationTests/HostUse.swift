import Messages

/// The powers of a host, and acts of a host that other members notice. As with messages, a new one does not compile
/// before it is here.
enum HostAct: String, CaseIterable {
    case settings, name, lock, password, list, kick, unkick, holdName, handOver, newCode, close, start, nextRound
    case endRound, endSeries, sitOut, nudge, daily, stageKey

    /// Nil for what every member does.
    init?(_ request: RoomRequest) {
        switch request {
        case .settings: self = .settings
        case .name: self = .name
        case .lock: self = .lock
        case .password: self = .password
        case .list: self = .list
        case .kick: self = .kick
        case .unkick: self = .unkick
        case .holdName: self = .holdName
        case .handOver: self = .handOver
        case .newCode: self = .newCode
        case .close: self = .close
        case .start: self = .start
        case .nextRound: self = .nextRound
        case .endRound: self = .endRound
        case .endSeries: self = .endSeries
        case .sitOut: self = .sitOut
        case .react(.nudge): self = .nudge
        case .daily: self = .daily
        case .stageKey: self = .stageKey
        case .react, .ready, .pseudonym, .play: return nil
        }
    }
}

/// The standing of a host while something is done to the room.
enum HostStand: String, CaseIterable {
    /// No round runs.
    case between
    /// A word is looked for, and the host is one of those who look.
    case racing
    /// The host has found the word that others look for, or is out of guesses: and so may know it.
    case home
    /// A word is looked for, or laid, and the host has no lane: sits out in the host's seat, or came late.
    case hosting
    /// A round of anagrams has begun, and its tiles are nobody's yet.
    case beforeTheDeal
    /// Words are laid, by the host too.
    case laying
}

/// A power as it was used: asked for by a host, and answered.
struct HostUse: Hashable {
    let act: HostAct
    let stand: HostStand
    /// Whether the host has finished the word of the day, and so knows it.
    let knowsToday: Bool
    /// Whether the host is after secrets, and knows none.
    let isProbing: Bool
}
