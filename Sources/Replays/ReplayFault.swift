/// A fault in a replay, with its place.
package struct ReplayFault: Hashable, Sendable, CustomStringConvertible {
    /// The path into the document: `lanes[0].moves[1].marks`.
    package let place: String
    /// A sentence without its full stop. It contains no raw text of the document, only text made safe by ``shown(_:)``.
    package let reason: String

    init(_ place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    package var description: String { "\(place): \(reason)" }

    /// Makes a text of a document safe for a terminal. The result is short, and has no characters that are invisible,
    /// move the cursor, or change the direction of writing.
    package static func shown(_ text: String) -> String {
        var shown = ""
        for scalar in text.unicodeScalars.prefix(shownLength) {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            default: shown.unicodeScalars.append(scalar)
            }
        }
        return "“\(shown)\(text.unicodeScalars.count > shownLength ? "…" : "")”"
    }

    /// The maximum number of characters shown.
    private static let shownLength = 60
}

/// A reason why a document cannot be judged.
package enum ReplayReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document is larger than a replay can be.
    case tooLarge
    /// The document is not JSON, or not a replay. The text names the faulty field.
    case notReadable(String)
    /// The replay has a later version of the format.
    case laterVersion(Int)

    package var description: String {
        switch self {
        case .tooLarge: "it is larger than \(Replay.largestFile >> 20) MiB"
        case .notReadable(let reason): "it is no replay: \(reason)"
        case .laterVersion(let version):
            "it is of version \(version) of the format, and this program knows versions up to \(Replay.formatVersion)"
        }
    }
}
