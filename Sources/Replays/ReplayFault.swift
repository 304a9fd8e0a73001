/// What is wrong with a replay, and where.
package struct ReplayFault: Hashable, Sendable, CustomStringConvertible {
    /// As a path into the document: `lanes[0].moves[1].marks`.
    package let place: String
    /// A sentence without its full stop. Texts of the document in it are as they came: show them with ``shown(_:)``.
    package let reason: String

    init(_ place: String, _ reason: String) {
        self.place = place
        self.reason = reason
    }

    package var description: String { "\(place): \(reason)" }

    /// A text of a document as it can be put on a terminal: short, and without characters that move the cursor, turn
    /// the direction of writing, or cannot be seen.
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

    /// Characters of a text that are shown at most.
    private static let shownLength = 60
}

/// Why something is no replay that can be judged.
package enum ReplayReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It has more bytes than a replay can have.
    case tooLarge
    /// It is no JSON, or not that of a replay; with what is missing or wrong, and where.
    case notReadable(String)
    /// It is a replay of a later version.
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
