/// The hub's slow work, in queues that do not wait for each other. Any stranger can have passwords tried, and players
/// wait for words while their time runs.
struct HubWork: Sendable {
    /// Passwords of rooms. At some 50 ms for each, the last that may wait waits for 1.6 s.
    let passwords = SlowWork(capacity: 32)
    /// Searches for the words that can be laid from tiles.
    let words = SlowWork(capacity: 32)
    /// Readings of new names. Most take a tenth of a millisecond, and a name of signs some six.
    let names = SlowWork(capacity: 256)
}
