import Foundation
import Glibc
import Synchronization
import TestKit
import Testing

@testable import FuzzTargets

/// Signals that interrupted a call of the exchange, or came between two.
private let signals = Atomic<Int>(0)

/// libFuzzer's clock is a signal, which interrupts whatever the harness waits for.
@Suite(.blocking) struct ServerExchangeTests {
    /// Signals to the thread that made it. Their handler only counts; without SA_RESTART a call that waits ends with
    /// EINTR.
    private struct Interruptions {
        private let thread = pthread_self()
        private var mask = sigset_t()

        init() {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in signals.add(1, ordering: .relaxed) }
            sigaction(SIGUSR1, &action, nil)
            // Threads of Dispatch hold signals back.
            var held = sigset_t()
            sigemptyset(&held)
            sigaddset(&held, SIGUSR1)
            pthread_sigmask(SIG_UNBLOCK, &held, &mask)
        }

        /// Leaves the thread as it was.
        mutating func end() { pthread_sigmask(SIG_SETMASK, &mask, nil) }

        /// Sends signals until so many more have come. Whether they did, within ten seconds.
        func bring(_ count: Int) -> Bool {
            let enough = signals.load(ordering: .relaxed) + count
            let deadline = ContinuousClock.now + .seconds(10)
            while signals.load(ordering: .relaxed) < enough {
                guard ContinuousClock.now < deadline else { return false }
                pthread_kill(thread, SIGUSR1)
                // A pause, so that the thread runs between two signals.
                poll(nil, 0, 1)
            }
            return true
        }
    }

    /// Listens on a port of this machine, with room for one who is not accepted yet.
    private static func listener() throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isNamed = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 0) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(isNamed)
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Accepts, once there is somebody; -1 if nobody comes within ten seconds.
    private static func accepted(by listener: Int32) -> Int32 {
        var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 10_000) == 1 ? accept(listener, nil, nil) : -1
    }

    @Test("An exchange outlasts signals while it connects, and while it waits for the answer", .timeLimit(.minutes(1)))
    func signalsInterrupt() throws {
        let (listener, port) = try Self.listener()
        defer { close(listener) }
        // Takes the room: who comes next has to wait until somebody is accepted.
        let first = try SocketClient(port: port)
        var interruptions = Interruptions()
        defer { interruptions.end() }
        let server = Thread { [interruptions] in
            var isFine = interruptions.bring(50)
            let early = Self.accepted(by: listener)
            let peer = Self.accepted(by: listener)
            isFine = interruptions.bring(50) && isFine
            var request = [UInt8](repeating: 0, count: 16)
            isFine = recv(peer, &request, 16, Int32(MSG_WAITALL)) == 3 && isFine
            let answer = Array((isFine ? "heard " : "too few signals ").utf8) + request.prefix(3)
            send(peer, answer, answer.count, Int32(MSG_NOSIGNAL))
            close(peer)
            close(early)
        }
        server.start()
        let answer = try ServerExchange.run(Array("abc".utf8), to: port, from: 0x7F00_0002, patience: .seconds(30))
        #expect(String(decoding: answer, as: UTF8.self) == "heard abc")
        withExtendedLifetime(first) {}
    }

    @Test("A server that is not there, and one that does not end, are told apart from what the system refuses")
    func faults() throws {
        let (listener, port) = try Self.listener()
        #expect { try ServerExchange.run([1], to: port, from: 0x7F00_0002, patience: .milliseconds(50)) } throws: {
            if case .noEnd? = $0 as? ServerExchange.Fault { true } else { false }
        }
        close(listener)
        #expect { try ServerExchange.run([1], to: port, from: 0x7F00_0002, patience: .seconds(5)) } throws: {
            if case .system("connect", ECONNREFUSED)? = $0 as? ServerExchange.Fault { true } else { false }
        }
        // An address that this machine does not have.
        #expect { try ServerExchange.run([1], to: port, from: 0xC000_0201, patience: .seconds(5)) } throws: {
            if case .system("bind", EADDRNOTAVAIL)? = $0 as? ServerExchange.Fault { true } else { false }
        }
    }
}
