import Foundation
import Server

let usage = """
    Usage: tilerace serve [--config FILE] [--NAME VALUE …]

    Serves the word race over HTTP and WebSocket until it gets SIGTERM or SIGINT.
    A configuration file has lines `name = value`; flags go before its lines.

    \(ServerConfiguration.help)
    """

/// Ends the program with a sentence for the host.
func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("tilerace: \(text)\n".utf8))
    exit(1)
}

func serve(_ arguments: [String]) throws(ConfigurationFault) -> TileraceServer {
    let configuration = try ServerConfiguration.parse(arguments: arguments) { path throws(ConfigurationFault) in
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ConfigurationFault("configuration file \(path): cannot be read")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
    return try TileraceServer(configuration)
}

/// Tells where the server is to be found.
func announce(_ server: TileraceServer) {
    var lines = ["\(server.configuration.name) is serving.", "  here      http://localhost:\(server.port)/"]
    if ["::", "0.0.0.0"].contains(server.configuration.address) {
        lines += LocalAddresses.all().map { "  network   http://\($0):\(server.port)/" }
    }
    lines.append("  data      \(server.dataFolder)")
    // Not `print`: that would wait in a buffer when the output is a file or a pipe.
    FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
}

var arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.isEmpty ? "" : arguments.removeFirst()
if command == "help" || command == "--help" || arguments.contains("--help") {
    print(usage)
    exit(0)
}
guard command == "serve" else { fail("there is no command “\(command)”.\n\n\(usage)") }

// Their default would end the process in the middle of things, and one that comes while the server starts must not be
// lost: blocked here, and so in every thread that is begun later, they wait until they are asked for below.
var stopSignals = sigset_t()
sigemptyset(&stopSignals)
for number in [SIGTERM, SIGINT] { sigaddset(&stopSignals, number) }
guard pthread_sigmask(SIG_BLOCK, &stopSignals, nil) == 0 else { fail("signals cannot be held back") }

let server: TileraceServer
do {
    server = try serve(arguments)
} catch {
    fail("\(error)")
}
announce(server)

/// Sleeps until one of the signals comes.
func wait(for signals: sigset_t) {
    var signals = signals
    var number: Int32 = 0
    guard sigwait(&signals, &number) == 0 else { fail("signals cannot be waited for") }
}

wait(for: stopSignals)
Thread.detachNewThread {
    server.stop()
    exit(0)
}
// A second signal is somebody who does not want to wait.
wait(for: stopSignals)
exit(1)
