import EventLoops
import WebSockets

/// The command line.
struct EchoOptions {
    /// A fault in the command line.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    private static let usage = """
        --port N [--shards N] [--any] [--tls CERTIFICATE KEY] [--no-deflate] [--no-context] [--window 8–15] \
        [--threshold BYTES]
        """

    /// 0 to let the system choose.
    var port: UInt16 = 9_001
    /// Event loops.
    var shards = 1
    /// Whether to listen on all addresses, not only on this machine's own.
    var any = false
    /// The certificate and key to encrypt with. Nil for plain TCP.
    var tls: TLSKeyPairFiles?
    /// The compression of messages if the client offers it; nil for none.
    var deflate: DeflateSettings? = DeflateSettings()

    init(arguments: [String]) throws(Fault) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--port": port = try EchoOptions.number(after: argument, &rest)
            case "--shards": shards = Int(try EchoOptions.number(after: argument, &rest) as UInt8)
            case "--any": any = true
            case "--tls":
                guard let certificate = rest.popFirst(), let key = rest.popFirst() else {
                    throw Fault(description: "--tls wants two PEM files: a certificate and its key")
                }
                tls = TLSKeyPairFiles(certificate: certificate, key: key)
            case "--no-deflate": deflate = nil
            case "--no-context":
                deflate?.sendsWithContext = false
                deflate?.receivesWithContext = false
            case "--window":
                guard let window = WindowBits(rawValue: try EchoOptions.number(after: argument, &rest)) else {
                    throw Fault(description: "--window must be 8 to 15")
                }
                deflate?.sendWindow = window
                deflate?.receiveWindow = window
            case "--threshold": deflate?.threshold = Int(try EchoOptions.number(after: argument, &rest) as UInt16)
            default:
                throw Fault(
                    description: "unknown argument \(argument); usage: tilerace-echo \(EchoOptions.usage)")
            }
        }
        guard shards > 0 else { throw Fault(description: "--shards must be at least 1") }
    }

    private static func number<Number: FixedWidthInteger>(
        after name: String, _ rest: inout ArraySlice<String>
    ) throws(Fault) -> Number {
        guard let number = rest.popFirst().flatMap({ Number($0) }) else {
            throw Fault(description: "\(name) wants a number")
        }
        return number
    }
}
