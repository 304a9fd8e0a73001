// tilerace-echo --port N [--shards N] [--any] [--tls CERTIFICATE KEY]
//               [--no-deflate] [--no-context] [--window 8–15] [--threshold BYTES]
//
// Sends back every WebSocket message; a text message that begins with 'P' goes to every open connection. The same event
// loops and WebSocket code as the game's server, alone: for conformance suites and benchmarks.

import EventLoops
import Glibc
import WebSockets

/// Bytes that may wait for a client that does not read: two messages of the greatest length.
let outputLimit = 2 * EchoSocket.messageLimit + 4_096

/// Held back before the shards' threads begin.
let signals = HeldSignals([SIGTERM, SIGINT])

do {
    let options = try EchoOptions(arguments: Array(CommandLine.arguments.dropFirst()))
    OpenFiles.raiseLimit()
    AcceptKey.prepare()
    let shards = try ShardGroup(count: options.shards)
    let socket = try ListeningSocket(binding: options.any ? .any(port: options.port) : .loopback(port: options.port))
    let tls = try options.tls.map { try TLSCredentials(reading: [$0], protocols: ["http/1.1"]) }
    let service = EchoService(shards: shards, deflate: options.deflate)
    shards.serve(socket, tls: tls, outputLimit: outputLimit) { EchoSocket(connection: $0, service: service) }
    print("tilerace-echo listens on \(socket.address)")
    fflush(nil)
    _ = signals.next()
    shards.stop(graceMilliseconds: 2_000) { exit(0) }
    // A second signal is somebody who does not want to wait.
    signals.end(by: signals.next())
} catch {
    let text = Array("tilerace-echo: \(error)\n".utf8)
    write(STDERR_FILENO, text, text.count)
    exit(2)
}
