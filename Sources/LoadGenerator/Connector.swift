import Clients
import EventLoops

/// A server of a load, and where it is found.
package struct LoadTarget: Sendable {
    package let location: ServerLocation
    package let address: SocketAddress

    /// The server at `location`, which is at `address`.
    package init(_ location: ServerLocation, at address: SocketAddress) {
        self.location = location
        self.address = address
    }
}

/// The way to the server of a load.
struct Connector: Sendable {
    let location: ServerLocation
    let address: SocketAddress
    /// The server's process, if it is on this machine and known.
    let process: Int32?
    /// Bits that nobody can foresee.
    let random: @Sendable () -> UInt64
    /// Servers for the watchers, who are spread over them; none if they watch at the players' server.
    var watched: [LoadTarget] = []

    /// Connects a guest.
    func open(_ guest: Guest, on loop: EventLoop) { open(guest, at: own, on: loop) }

    /// The players' server.
    private var own: LoadTarget { LoadTarget(location, at: address) }

    /// The server at which a watcher watches. Each room's watchers are spread over all servers.
    func target(ofWatcher number: Int, rooms: Int) -> LoadTarget {
        guard !watched.isEmpty else { return own }
        return watched[number / rooms % watched.count]
    }

    /// Connects a watcher.
    func open(_ watcher: Guest, at target: LoadTarget, on loop: EventLoop) {
        ClientSocket.open(target.location, at: target.address, on: loop, random: random, owner: watcher)
    }

    /// The server's resource usage so far.
    var serverUsage: ProcessUsage? { process.flatMap { ProcessUsage(of: $0) } }
}
