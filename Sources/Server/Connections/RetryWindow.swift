/// The instants at which clients are told to come back after a stop. Each client has its own, so that not all meet the
/// starting server at once.
package struct RetryWindow: Sendable {
    /// ms from the close to the earliest return: time for the good-byes of the others.
    private static let floor = 250
    /// ms over which even few clients are spread.
    private static let least = 1_000
    /// ms beyond which nobody is sent away, however many there are.
    private static let most = 30_000
    /// Clients that may come back in one second. Each makes a connection, says hello and enters its rooms.
    private static let clientsPerSecond = 4_000

    /// ms from the close to the return.
    package let delays: Range<Int>

    /// A window for so many clients.
    package init(clients: Int) {
        let spread = min(max(RetryWindow.least, clients * 1_000 / RetryWindow.clientsPerSecond), RetryWindow.most)
        delays = RetryWindow.floor..<(RetryWindow.floor + spread)
    }

    /// The time for one client, in ms, by a random number.
    func delay(_ random: UInt64) -> Int { delays.lowerBound + Int(random % UInt64(delays.count)) }
}
