import Clients
import EventLoops

/// The way to the server of a load.
struct Connector: Sendable {
    let location: ServerLocation
    let address: SocketAddress
    /// The server's process, if it is on this machine and known.
    let process: Int32?
    /// Bits that nobody can foresee.
    let random: @Sendable () -> UInt64

    /// Connects a guest.
    func open(_ guest: Guest, on loop: EventLoop) {
        ClientSocket.open(location, at: address, on: loop, random: random, owner: guest)
    }

    /// The server's resource usage so far.
    var serverUsage: ProcessUsage? { process.flatMap { ProcessUsage(of: $0) } }
}
