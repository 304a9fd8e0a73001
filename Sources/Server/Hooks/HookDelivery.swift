import Foundation
import Puzzles
import Telemetry
import WordLists

/// A delivery to one address, as the spool keeps it.
package struct HookDelivery: Hashable, Sendable, Codable {
    /// The event's ID: the key by which a receiver knows what it has had already.
    package let id: String
    /// `day_over` or `record`.
    package let event: String
    /// The address that it is for.
    package let address: String
    /// The JSON that is sent.
    package var body: String
    /// ms since 1970-01-01 UTC when it came to be.
    package let made: Int
    /// Tries so far.
    package var tries = 0
    /// ms since 1970-01-01 UTC before which it is not tried.
    package var next = 0
    /// Why the last try failed; empty before it.
    package var reason = ""

    /// Whether its numbers can be what a server wrote. With others the sums of its next try would overflow.
    var isPossible: Bool {
        (0...HookBounds.tries).contains(tries) && (0...HookBounds.latest).contains(made)
            && (0...HookBounds.latest).contains(next)
    }

    /// The name of its file without the ending: the same for the same event and address.
    package var name: String { "\(id)-\(Array(Digest(of: Array(address.utf8)).bytes[..<4]).hexadecimal)" }
}

/// The bounds of deliveries, and when one is tried again.
enum HookBounds {
    /// Deliveries that may wait; more go to the dead letters at once.
    static let waiting = 1_000
    /// Dead letters that are kept; the oldest go first.
    static let dead = 200
    /// Tries before a delivery is a dead letter: over some fifteen hours.
    static let tries = 8
    /// The latest instant of a delivery, in ms since 1970-01-01 UTC: the year 9999. No honest clock shows more.
    static let latest = 253_402_300_799_000
    /// Bytes of a body. JSON that would be longer leaves out the moves.
    static let body = 1 << 16
    /// Bytes of a delivery's file, in which half of a body may be signs that are written with another before them.
    static let bytes = 1 << 18
    /// ms after which what the disk did not take is tried again.
    static let again = 60_000
    /// Events that are held in memory while the disk takes none; the oldest go first.
    static let held = 1_000
    /// Characters of a text for a chat group, in the units of UTF-16, by which services count them.
    static let text = 2_000
    /// ms for a try.
    static let patience = 10_000
    /// Bytes of an answer that are read.
    static let answer = 65_536

    /// ms before the next try after `tries` have failed: 30 s, then four times as long each time, six hours at most. By
    /// chance (`random`, 0 to below 1) it is between half and one and a half of that. So deliveries that failed
    /// together do not come back together.
    static func pause(after tries: Int, random: Double) -> Int {
        let base = min(21_600_000.0, 30_000 * pow(4, Double(max(0, tries - 1))))
        return Int(base * (0.5 + random))
    }
}

/// The consequence of a try.
enum HookVerdict: Hashable, Sendable {
    case delivered
    /// The delivery may succeed later.
    case later(String)
    /// The delivery will never succeed as it is.
    case never(String)

    init(_ answer: HookAnswer) {
        self =
            switch answer {
            case .status(200..<300): .delivered
            case .status(408), .status(425), .status(429), .status(500..<600):
                .later("the receiver answered \(answer.text)")
            case .status(300..<400):
                .never("the receiver answered \(answer.text), and redirects are not followed")
            case .status: .never("the receiver answered \(answer.text)")
            case .failed(let reason, _): .later(reason)
            }
    }
}

/// The end of a try.
enum HookAnswer: Hashable, Sendable {
    /// The receiver answered with this status of HTTP.
    case status(Int)
    /// No answer came, for this reason.
    case failed(String, HookObstacle = .other)

    /// The status, or the reason.
    var text: String {
        switch self {
        case .status(let status): "\(status)"
        case .failed(let reason, _): reason
        }
    }
}

/// The kind of obstacle that kept a try from an answer.
enum HookObstacle: Hashable, Sendable, CaseIterable {
    /// The host's name has no address.
    case name
    /// Nobody takes connections there.
    case connection
    /// The time for a try was over.
    case time
    /// The receiver's certificate is not trusted, or is for another name.
    case certificate
    /// The connection was made, and no TLS over it.
    case handshake
    case other

    /// The obstacle that libcurl reports by a number: a `CURLcode` of curl.h.
    init(curl code: Int) {
        self =
            switch code {
            case 6: .name
            case 7: .connection
            case 28: .time
            case 35: .handshake
            // The second is that of libcurl before 7.62; then authorities that cannot be read, and an unknown issuer.
            case 60, 51, 77, 83: .certificate
            default: .other
            }
    }
}

/// Sends one delivery. Blocks until it has an answer, or there will be none.
protocol HookTransport: Sendable {
    func post(_ body: [UInt8], to address: String, fields: [String]) -> HookAnswer
}

/// The fields that prove to a receiver who sent a body, and when.
struct HookSignature {
    private let hash: KeyedHash

    init(secret: [UInt8]) { hash = KeyedHash(key: secret) }

    /// `t=SECONDS,v1=CODE`: the time of the try, and HMAC-SHA-256 (RFC 2104) over `SECONDS.BODY` in hexadecimal digits.
    /// `now` is in ms since 1970-01-01 UTC.
    func text(of body: [UInt8], now: Int) -> String {
        let seconds = now / 1_000
        let code = hash.code(for: Array("\(seconds).".utf8) + body)
        return "t=\(seconds),v1=\(code.hexadecimal)"
    }

    /// The header fields of a try. `body`: the delivery's, as bytes. `now` is in ms since 1970-01-01 UTC.
    func fields(of delivery: HookDelivery, _ body: [UInt8], now: Int) -> [String] {
        [
            "Content-Type: application/json", "User-Agent: Tilerace/\(Release.version)",
            "Idempotency-Key: \(delivery.id)", "Tilerace-Event: \(delivery.event)",
            "Tilerace-Signature: \(text(of: body, now: now))",
        ]
    }
}
