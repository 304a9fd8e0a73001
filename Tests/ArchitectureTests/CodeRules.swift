/// Rules about code that a scan can hold. Each takes the text of a file, so that each can be shown a fault.
enum CodeRules {
    /// The marks: where a reviewer asks whether something is one thing.
    static let linesOfFile = 400
    static let linesOfFunction = 60

    /// Files and functions above a mark, under the names by which ``CodeRulesTests`` lists them with reasons. A
    /// function stands behind its file. The lines of an exhaustive switch do not count.
    static func long(_ file: SourceTree.File) -> [String] {
        let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
        let ownName = count > linesOfFile ? [file.path] : []
        guard file.kind == "swift" else { return ownName }
        return ownName
            + SwiftText(file.text).functions.filter { $0.length - $0.exhaustive > linesOfFunction }.map {
                "\(file.path), \($0.name)"
            }
    }

    /// Comments that go on beyond the width to which code is formatted, by line.
    static func wideComments(_ file: SourceTree.File) -> [String] {
        let sign = ["swift", "c", "h"].contains(file.kind) ? "//" : "# "
        return file.lines.enumerated().filter { $1.trimmed.hasPrefix(sign) && $1.count > columns }.map {
            "\(file.path):\($0.offset + 1)"
        }
    }

    static let columns = 120

    /// A file that the scan cannot read.
    static func unreadable(_ file: SourceTree.File) -> Bool {
        file.kind == "swift" && !SwiftText(file.text).isBalanced
    }

    /// Uses of `default` that trap or do nothing. Over an own enum the compiler is to name the forgotten cases.
    static func emptyDefaults(_ file: SourceTree.File) -> [String] {
        SwiftText(file.text).lines.joined(separator: "\n")
            .matches(of: #/\bdefault:\s*(?:break|preconditionFailure)\b/#.wordBoundaryKind(.simple)).map {
                "\(file.path): \($0.output)"
            }
    }

    /// The switches over the cases of an enum that have a `default`, which takes a new case unasked, by the first line
    /// of each. Unicode's categories are no enum of ours.
    static func openSwitches(_ file: SourceTree.File) -> [String] {
        let lines = SwiftText(file.text).lines
        return lines.indices.compactMap { start in
            guard lines[start].utf8.last == UInt8(ascii: "{"),
                let match = lines[start].firstMatch(of: #/^(\s*)(?:.*\s)?switch (.+) \{$/#),
                !match.output.2.hasSuffix(".generalCategory")
            else { return nil }
            let margin = match.output.1
            let body = lines[(start + 1)...].prefix { !$0.hasPrefix(margin + "}") }
            let isOfCases = body.contains { line in
                ["case .", "case (."].contains { line.hasPrefix(margin + $0) } && !line.hasPrefix(margin + "case ..")
            }
            let isOpen = body.contains { $0.hasPrefix(margin + "default:") }
            return isOfCases && isOpen ? "\(file.path): switch \(match.output.2)" : nil
        }
    }

    /// Ways to crash on a peer's fault, which a typed error or a `precondition` on our own says better.
    static func crashes(_ file: SourceTree.File) -> [String] {
        found([#/\btry!/#, #/\bfatalError\b/#, #/\bas!/#], in: file)
    }

    /// Reads of a clock, a random source or the environment, which are parameters below `Server`.
    static func ambient(_ file: SourceTree.File) -> [String] {
        found(
            [
                #/\bDate\(\)/#, #/\bDate\.now\b/#, #/\bContinuousClock\b/#, #/\bSuspendingClock\b/#,
                #/\bclock_gettime\b/#,
                #/\bgettimeofday\b/#, #/\bSystemRandomNumberGenerator\b/#, #/\bRAND_bytes\b/#, #/\bgetrandom\b/#,
                #/\.random\(in: (?![^)]*using:)/#, #/\brandomElement\(\)/#, #/\bshuffled?\(\)/#, #/\bUUID\(\)/#,
                #/\bProcessInfo\b/#, #/\bgetenv\b/#, #/\bTask\.sleep\b/#, #/\busleep\b/#,
            ], in: file)
    }

    /// Waits that end at an instant of the wall's clock, which may be set back meanwhile. On Linux those of a
    /// `DispatchSemaphore` are of this kind. A scan cannot tell them from those of a group.
    static func wallWaits(_ file: SourceTree.File) -> [String] {
        found(
            [#/\bwait\((?:timeout|wallTimeout):/#, #/cond_timedwait\b/#, #/\bsem_timedwait\b/#, #/\bsleep\(until:/#],
            in: file)
    }

    /// Reads and writes of files.
    static func files(_ file: SourceTree.File) -> [String] {
        found([#/\bFileManager\b/#, #/\bFileHandle\b/#, #/\bfopen\b/#, #/\b(?:String|Data)\(contentsOf/#], in: file)
    }

    /// Names of unsafe memory.
    static func unsafe(_ file: SourceTree.File) -> [String] {
        found([#/\bUnsafe\w+/#, #/\bwithUnsafe\w+/#, #/\bunsafeBitCast\b/#, #/\bUnmanaged\b/#], in: file)
    }

    /// Types whose names say nothing.
    static func names(_ file: SourceTree.File) -> [String] {
        found([#/\b(?:struct|class|enum|actor|protocol)\s+\w*(?:Utils?|Helpers?|Manager|Info)\b/#], in: file)
    }

    /// The opt-outs of the compiler's checks, by line, and whether a comment beside each, above it or first in
    /// what it opens, gives a reason.
    static func optOuts(_ file: SourceTree.File) -> [(line: Int, hasReason: Bool)] {
        let lines = file.lines
        return SwiftText(file.text).lines.enumerated().compactMap { index, line in
            guard line.contains(#/@unchecked\s+Sendable|nonisolated\(unsafe\)/#) else { return nil }
            let above = lines[..<index].reversed().drop { $0.trimmed.hasPrefix("@") }.prefix {
                $0.trimmed.hasPrefix("//")
            }
            let below = lines[(index + 1)...].prefix { $0.trimmed.hasPrefix("//") }
            let reason = (above + below).joined(separator: " ").lowercased()
            return (index + 1, reason.contains("unchecked") || reason.contains("unsafe"))
        }
    }

    private static func found(_ patterns: [Regex<Substring>], in file: SourceTree.File) -> [String] {
        // By default `\b` finds Unicode's words, for which `a.b` is one.
        let simple = patterns.map { $0.wordBoundaryKind(.simple) }
        return SwiftText(file.text).lines.enumerated().flatMap { index, line in
            simple.flatMap { line.matches(of: $0) }.map { "\(file.path):\(index + 1): \($0.output)" }
        }
    }
}

extension Substring {
    var trimmed: Substring { drop(while: \.isWhitespace) }
}
