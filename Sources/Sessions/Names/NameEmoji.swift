/// The characters of emoji that are not seen by themselves.
enum NameEmoji {
    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let selector: Unicode.Scalar = "\u{FE0F}"
    private static let keycap: Unicode.Scalar = "\u{20E3}"

    /// The places at which joiners, selectors, key caps and the tags of flags stand as emoji have them: `👩‍🚀`, `❤️`,
    /// `1️⃣`, `🏴󠁧󠁢󠁳󠁣󠁴󠁿`.
    static func invisible(in scalars: [Unicode.Scalar]) -> Set<Int> {
        var found: Set<Int> = []
        for place in scalars.indices.dropFirst() {
            let before = scalars[place - 1]
            switch scalars[place] {
            case selector where isPicture(before): found.insert(place)
            case joiner
            where endsPicture(scalars[..<place]) && place + 1 < scalars.count && isPicture(scalars[place + 1]):
                found.insert(place)
            case keycap where before == selector && place > 1 && isKey(scalars[place - 2]):
                found.formUnion([place - 1, place])
            default: break
            }
        }
        for (place, scalar) in zip(scalars.indices, scalars) where scalar == "🏴" {
            let tags = flags.first { scalars[(place + 1)...].starts(with: $0) }
            found.formUnion(place + 1..<place + 1 + (tags?.count ?? 0))
        }
        return found
    }

    private static func isPicture(_ scalar: Unicode.Scalar) -> Bool {
        // Digits are emoji in Unicode's data, as key caps begin with them; so are the letters of flags.
        scalar.properties.isEmoji && !scalar.isASCII && !scalar.properties.isEmojiModifier
            && !(0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    /// Whether a text ends with an emoji and what belongs to it.
    private static func endsPicture(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let last = scalars.last else { return false }
        if last == selector || last.properties.isEmojiModifier {
            return scalars.dropLast().last.map(isPicture) ?? false
        }
        return isPicture(last)
    }

    private static func isKey(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || scalar == "#" || scalar == "*"
    }

    /// The tags of England, Scotland and Wales: the flags of this kind that phones have.
    private static let flags: [[Unicode.Scalar]] = ["gbeng", "gbsct", "gbwls"].map { (name: String) in
        (name.unicodeScalars.map { 0xE0000 + $0.value } + [0xE007F]).compactMap(Unicode.Scalar.init)
    }
}
