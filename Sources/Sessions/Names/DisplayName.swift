import Foundation

/// The rules of names: of players (2 to 20 characters) and of rooms (2 to 30).
package enum DisplayName {
    /// The most characters of a player's name.
    package static let playerMaximum = 20
    /// The most characters of a room's name.
    package static let roomMaximum = 30
    private static let minimum = 2
    /// More bytes than any honest name needs: checked before anything that costs time.
    private static let maximumBytes = 240

    /// Why a name is refused; the raw value is the `reason` of `bad_name`.
    package enum Fault: String, Error {
        case tooShort = "too_short"
        case tooLong = "too_long"
        case badCharacters = "bad_characters"
        case mixedScripts = "mixed_scripts"
        case spoiler
        case offensive
    }

    /// Throws unless `name` may be shown. Nothing is repaired silently.
    package static func check(_ name: String, maximum: Int) throws(Fault) {
        guard name.utf8.count <= maximumBytes else { throw .tooLong }
        guard isVisible(Array(name.unicodeScalars)), isNormalised(name), hasSoundBlanks(name),
            !NameScripts.areHistoric(in: name), !NameLetters.areStrange(in: name)
        else { throw .badCharacters }
        // Some scripts join letters to what counts as one character: `श्री` is a name.
        let letters = name.unicodeScalars.lazy.filter { scalar in
            scalar.properties.isAlphabetic && !NameScripts.isMark(scalar)
        }
        guard max(name.count, letters.count) >= minimum else { throw .tooShort }
        // Scalars too, so that a character cannot be a tower of combining marks.
        guard name.count <= maximum, name.unicodeScalars.count <= 2 * maximum else { throw .tooLong }
        guard !NameScripts.areMixed(in: name) else { throw .mixedScripts }
    }

    /// Whether the name can be read as containing the answer (``NameFolding``).
    package static func spells(_ answer: String, _ name: String) -> Bool { NameFolding.spells(answer, in: name) }

    /// Whether all is seen, but for what belongs to an emoji, or to a word of a script that joins its letters.
    private static func isVisible(_ scalars: [Unicode.Scalar]) -> Bool {
        let emoji = NameEmoji.invisible(in: scalars)
        return scalars.indices.allSatisfy { place in
            if isVisible(scalars[place]) || emoji.contains(place) { return true }
            guard scalars[place] == "\u{200C}" || scalars[place] == "\u{200D}" else { return false }
            guard place > 0, place + 1 < scalars.count else { return false }
            return NameScripts.isJoiner(scalars[place], behind: scalars[place - 1], before: scalars[place + 1])
        }
    }

    /// Letters, marks, digits, punctuation, symbols, and the plain blank; nothing invisible or direction-changing.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == " " { return true }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator, .enclosingMark:
            return false
        default:
            return !isBlank(scalar) && !isOverlay(scalar)
        }
    }

    /// Whether a scalar draws nothing by itself.
    static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
            || blankLooking.contains(scalar.value)
    }

    /// Letters and symbols that draw nothing: Hangul fillers, the empty Braille pattern, the empty head of a note and
    /// what stands for an object.
    private static let blankLooking: Set<UInt32> = [0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800, 0x1D159, 0xFFFC]

    /// Strokes and signs that are drawn over the letter before them: no language writes them so, and `O̸` is to be no
    /// second `Ø`.
    private static func isOverlay(_ scalar: Unicode.Scalar) -> Bool {
        (0x334...0x338).contains(scalar.value) || (0x20D0...0x20FF).contains(scalar.value)
    }

    /// Unicode NFC. Swift compares strings by canonical equivalence, so the scalars are compared.
    private static func isNormalised(_ name: String) -> Bool {
        name.unicodeScalars.elementsEqual(name.precomposedStringWithCanonicalMapping.unicodeScalars)
    }

    private static func hasSoundBlanks(_ name: String) -> Bool {
        !name.hasPrefix(" ") && !name.hasSuffix(" ") && !name.contains("  ")
    }
}
