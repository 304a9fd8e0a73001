import Dispatch
import EventLoops
import Foundation
import Server
import Synchronization

/// `tilerace serve`: a server from its start to its stop, as signals and a supervisor want it.
enum Service {
    /// Serves until SIGTERM or SIGINT comes; a second one ends the process at once. SIGHUP has settings, certificates
    /// and keys read again. To be called before any thread is begun.
    static func run(_ arguments: [String]) -> Never {
        HeapArenas.limit(to: max(2, Processors.count))
        // Their default would end the process in the middle of things.
        let signals = HeldSignals([SIGTERM, SIGINT, SIGHUP])
        let hasTerminal = isatty(STDIN_FILENO) == 1
        let supervisor = SupervisorNotice.take()
        let inherited: [InheritedSocket]
        do {
            inherited = try InheritedSockets.take()
        } catch {
            fail("\(error)")
        }
        let configuration = configure(arguments)
        let start = ServerStart<TileraceServer>()
        let reloading = DispatchQueue(label: "reloading")
        let isReplaced = Atomic(false)
        Thread.detachNewThread {
            let server: TileraceServer
            do {
                // Another server has the database: this one goes down as it is told to by a signal.
                server = try TileraceServer(configuration, inherited: inherited) {
                    isReplaced.store(true, ordering: .releasing)
                    kill(getpid(), SIGTERM)
                }
            } catch {
                fail("\(error)")
            }
            // Before the first line is printed: its reader may end the server at once, and it has to go down in order.
            let mustReload = start.finish(server)
            announce(server)
            tell(supervisor, "READY=1\nSTATUS=Serving on port \(server.port).")
            if mustReload { reloading.async { reload(server, arguments, supervisor) } }
            // Lists, names and the page were read and put into other forms. The memory for that is free now, but lies
            // between what stays, and the C library would keep it as long as the server runs.
            HeapArenas.trim()
        }
        // SIGHUP is a request to read settings, certificates and keys again. If the terminal that started the server is
        // gone, it has its usual meaning.
        while signals.next() == SIGHUP, !hasTerminal || isatty(STDIN_FILENO) == 1 {
            // Elsewhere: a file system that does not answer must not keep us from hearing SIGTERM.
            if let server = start.toReload() { reloading.async { reload(server, arguments, supervisor) } }
        }
        Thread.detachNewThread {
            tell(supervisor, "STOPPING=1\nSTATUS=Telling the clients when to come back.")
            // A server that still starts, or waits for the data folder, has promised nothing to anybody.
            start.server?.stop()
            // Not by exit(3): that takes OpenSSL's state from threads which are still at work, as with a backup, a
            // webhook or the start. Status 1: nobody has asked for that end, and a supervisor is to start it again.
            fflush(nil)
            _exit(isReplaced.load(ordering: .acquiring) ? 1 : 0)
        }
        // A second signal is somebody who does not want to wait.
        var second = signals.next()
        while second == SIGHUP { second = signals.next() }
        signals.end(by: second)
    }

    private static func reload(
        _ server: TileraceServer, _ arguments: [String], _ supervisor: SupervisorNotice?
    ) {
        // sd_notify(3): what is being read again is in use when READY=1 follows.
        tell(supervisor, "RELOADING=1\nMONOTONIC_USEC=\(DispatchTime.now().uptimeNanoseconds / 1_000)")
        server.reload(settings(arguments))
        tell(supervisor, "READY=1")
    }

    /// The settings of a server that is to start. With any fault the program ends, when all of them are told.
    private static func configure(_ arguments: [String]) -> ServerConfiguration {
        let reading = settings(arguments)
        for slip in reading.slips { warn(slip) }
        guard let last = reading.faults.last else { return reading.configuration }
        for fault in reading.faults.dropLast() { warn("\(fault)") }
        fail("\(last)")
    }

    /// The settings as the command line, the environment and the configuration file have them.
    static func settings(_ arguments: [String]) -> SettingsReading {
        SettingsReading(
            arguments: arguments, environment: ProcessInfo.processInfo.environment, read: readConfiguration)
    }

    /// The settings of a command on what a server has. Throws the first fault.
    static func configuration(_ arguments: [String]) throws(ConfigurationFault) -> ServerConfiguration {
        let reading = settings(arguments)
        if let fault = reading.faults.first { throw fault }
        return reading.configuration
    }

    /// The text of a configuration file.
    private static func readConfiguration(_ path: String) throws(ConfigurationFault) -> String {
        try FileTrust.checkSettings(path)
        do throws(ConfigurationFault) {
            return String(decoding: try RegularFile.read(path), as: UTF8.self)
        } catch {
            throw ConfigurationFault("configuration file \(error)")
        }
    }

    /// Tells where the server is to be found.
    private static func announce(_ server: TileraceServer) {
        // Not `print`: that would wait in a buffer when the output is a file or a pipe.
        FileHandle.standardOutput.write(Data((server.startText.joined(separator: "\n") + "\n").utf8))
    }

    /// A supervisor that cannot be told is no reason not to serve.
    private static func tell(_ supervisor: SupervisorNotice?, _ lines: String) {
        do {
            try supervisor?.send(lines)
        } catch {
            warn("\(error)")
        }
    }
}
