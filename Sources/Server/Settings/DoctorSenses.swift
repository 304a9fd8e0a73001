import CLinux
import EventLoops
import Foundation

/// The facts about the machine that a ``Doctor`` asks for; tests have machines of their own.
package struct DoctorSenses: Sendable {
    /// The wall clock, in ms since 1970-01-01 UTC.
    let wall: @Sendable () -> Int
    /// Whether the clock is set from the network; nil if the system does not say.
    let isClockSynchronised: @Sendable () -> Bool?
    /// Free bytes where the folder of a path is; nil if the system does not say.
    let freeSpace: @Sendable (String) -> Int?
    /// The process that serves from a data folder; nil if there is none.
    let server: @Sendable (DataFolder) -> Int32?
    /// Whether nobody listens at an address. Throws for one at which nobody can.
    let isFree: @Sendable (SocketAddress) throws(EventLoopError) -> Bool
    /// The process that listens on a port of this machine; nil if it cannot be found.
    let listener: @Sendable (UInt16) -> Int32?

    /// The senses of this machine. `listener` finds the process that listens on a port.
    package static func system(listener: @escaping @Sendable (UInt16) -> Int32?) -> DoctorSenses {
        DoctorSenses(
            wall: ClockSource.system.wall,
            isClockSynchronised: {
                switch linux_clock_is_synchronised() {
                case 0: false
                case 1: true
                default: nil
                }
            },
            freeSpace: { DataFolder.freeSpace(at: $0) },
            server: { LocalSocket.listener(folder: $0.path, name: DataFolder.controlName) },
            isFree: { address throws(EventLoopError) in
                do throws(EventLoopError) {
                    try ListeningSocket(binding: address).close()
                    return true
                } catch {
                    guard error.errno == EADDRINUSE else { throw error }
                    return false
                }
            }, listener: listener)
    }
}
