import Messages

/// Something that a look at a server's settings, files and machine has found.
package struct Finding: Hashable, Sendable {
    /// The weight of a finding.
    package enum Weight: String, Sendable {
        /// A finding that keeps a server from starting or players from playing, or something is damaged.
        case fault
        /// A finding that will be a fault, or might be one.
        case warning
    }

    /// The part of a server that is concerned.
    package enum Subject: String, Sendable {
        case settings, port, certificate, words, page, data, disk, clock, backup

        /// The suggestion where a sentence has none of its own.
        fileprivate var advice: String {
            switch self {
            case .settings: "Correct it there; “tilerace serve --help” says what each setting may be"
            case .port: "“ss -ltnp” names who listens"
            case .certificate: "Get the certificate again, or correct the settings tls-certificate and tls-key"
            case .words: "Install the lists of this version, or name their folder in the settings words and names"
            case .page: "Install the page of this version, or name its folder in the setting web"
            case .data: "Keep a copy of the folder; docs/operations.md says what to do when the disk fails"
            case .disk: "Make room there"
            case .clock: "Have the machine's clock set from the network: timedatectl set-ntp true"
            case .backup: "Make one now: tilerace backup FILE"
            }
        }
    }

    package let weight: Weight
    package let subject: Subject
    /// The file, the line of a file, the setting or the part of the machine that is concerned.
    package let place: String
    /// The reason, without a full stop.
    package let reason: String
    /// The suggestion, without a full stop.
    package let advice: String

    init(_ weight: Weight, _ subject: Subject, at place: String, _ reason: String, advice: String? = nil) {
        self.weight = weight
        self.subject = subject
        self.place = place
        self.reason = reason
        self.advice = advice ?? subject.advice
    }

    /// Takes a sentence apart: the place stands before its first colon, and what mends it behind the last, as a command
    /// or in words.
    init(_ weight: Weight, _ subject: Subject, sentence: String, advice given: String? = nil) {
        var rest = sentence[...]
        var advice = given
        for beginning in [": chmod ", ": chown ", ": install -d "] + Finding.wordsOfAdvice {
            guard let colon = rest.firstRange(of: beginning) else { continue }
            let words = rest[colon.lowerBound...].dropFirst(2)
            // A command stays as it is typed, and words begin a sentence.
            let isCommand = !Finding.wordsOfAdvice.contains(beginning)
            advice = isCommand ? String(words) : words.prefix(1).uppercased() + String(words.dropFirst())
            rest = rest[..<colon.lowerBound]
        }
        var place = subject.rawValue
        if let colon = rest.firstRange(of: ": ") {
            (place, rest) = (String(rest[..<colon.lowerBound]), rest[colon.upperBound...])
        }
        self.init(weight, subject, at: place, String(rest), advice: advice)
    }

    /// The beginnings of advice that is no command.
    private static let wordsOfAdvice = [": restore a backup ", ": take a folder ", ": run this as ", ": put it "]

    /// One line for people.
    package var text: String {
        "\(weight == .warning ? "warning: " : "")\(place): \(reason)\(reason.hasSuffix("?") ? "" : ".") \(advice)."
    }

    /// Findings as a JSON object, for programs: `summary` is about the data folder, null if it could not be read.
    static func json(_ findings: [Finding], summary: String?) -> String {
        var json = JSONWriter()
        json.object { json in
            if let summary { json.field("summary", summary) } else { json.null("summary") }
            json.array("findings") { json in
                for finding in findings {
                    json.element { json in
                        json.field("weight", finding.weight.rawValue)
                        json.field("subject", finding.subject.rawValue)
                        json.field("place", finding.place)
                        json.field("reason", finding.reason)
                        json.field("advice", finding.advice)
                    }
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}
