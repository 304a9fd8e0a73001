import Foundation
import Server

let usage = """
    Usage: tilerace serve [--config FILE] [--NAME VALUE …]

    Serves the word race over HTTP and WebSocket until it gets SIGTERM or SIGINT.
    A configuration file has lines `name = value`; flags go before its lines.

    \(ServerConfiguration.help)
    """

/// Tells the host something on the standard error output.
func warn(_ text: String) {
    FileHandle.standardError.write(Data("tilerace: \(text)\n".utf8))
}

/// Ends the program with a sentence for the host.
func fail(_ text: String) -> Never {
    warn(text)
    exit(1)
}

var arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.isEmpty ? "" : arguments.removeFirst()
if command == "help" || command == "--help" || arguments.contains("--help") {
    print(usage)
    exit(0)
}
guard command == "serve" else { fail("there is no command “\(command)”.\n\n\(usage)") }
Service.run(arguments)
