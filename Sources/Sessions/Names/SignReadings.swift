/// The letters that signs are drawn like, beside those of ``LetterForms``. They come from Unicode's names of the signs,
/// so that whole blocks are read, and from a table.
///
/// One sign may look like several letters. A wrong reading does little harm: it counts only where the rest of a word
/// stands around it.
enum SignReadings {
    /// The letters of each sign, each letter a reading.
    static let letters: [Unicode.Scalar: Set<Unicode.Scalar>] = {
        var letters: [Unicode.Scalar: Set<Unicode.Scalar>] = [:]
        for scalar in blocks.joined().lazy.compactMap(Unicode.Scalar.init) {
            guard !scalar.properties.isAlphabetic, let name = scalar.properties.name else { continue }
            let words = Set(name.split(whereSeparator: { $0 == " " || $0 == "-" }).map(String.init))
            let read = namedBy.flatMap { rule in words.isSuperset(of: rule.words) ? Array(rule.letters) : [] }
            if !read.isEmpty { letters[scalar] = Set(read) }
        }
        for (read, signs) in table {
            for sign in signs.unicodeScalars { letters[sign, default: []].formUnion(read.unicodeScalars) }
        }
        return letters
    }()

    /// Punctuation, currencies, symbols like letters, arrows, mathematics, technical and astrological signs, drawings
    /// of boxes, ornaments; brackets of scribes and of East Asia.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x2010...0x206F, 0x20A0...0x20CF, 0x2100...0x2BFF, 0x2E00...0x2E7F, 0x3008...0x3030, 0xFE10...0xFE6F,
        0xFF00...0xFFEF,
    ]

    /// Words of a name, and the letters that signs with all of them are drawn like.
    private static let namedBy: [(words: Set<String>, letters: String.UnicodeScalarView)] = {
        let rules: KeyValuePairs = [
            // Mathematics.
            "INTEGRAL": "fsjil", "INTEGRATION": "fsji", "CIRCULATION": "f", "INTERSECTION": "n", "CAP": "n",
            "UNION": "u", "CUP": "u", "LOGICAL AND": "an", "WEDGE": "an", "AND WITH": "a", "LOGICAL OR": "vu",
            "VEE": "vu", "OR WITH": "v", "XOR": "vy", "NAND": "an", "NOR": "vu", "SUBSET": "c", "SUPERSET": "cd",
            "PRECEDES": "c", "LESS THAN": "ck", "ELEMENT": "ec", "CONTAINS": "e", "THERE": "e", "SUMMATION": "esz",
            "PRODUCT": "nh", "COPRODUCT": "uh", "CROSS": "tx", "TIMES": "x", "MULTIPLICATION": "x", "SALTIRE": "x",
            "SEMIDIRECT": "kx", "BOWTIE": "xm", "ROOT": "v", "FOR ALL": "av", "COMPLEMENT": "c", "NABLA": "v",
            "INCREMENT": "a", "PARALLEL EQUAL": "h", "SMASH": "h", "PROPORTIONAL": "a", "WREATH": "sl", "LAZY S": "s",
            "SINE": "sn", "REVERSED TILDE": "s", "PERPENDICULAR": "t", "INTERCALATE": "t", "PLUS": "t",
            "RIGHT ANGLE": "l", "MODELS": "feth", "TRUE": "feth", "FORCES": "hfe", "TURNSTILE": "fehl",
            "ASSERTION": "ft", "PITCHFORK": "mwy", "TRIDENT": "mwy", "HASH": "h",
            // Tacks and the signs of APL.
            "DOWN TACK": "t", "UP TACK": "til", "RIGHT TACK": "tfhek", "LEFT TACK": "tj", "RHO": "p", "ALPHA": "a",
            "IOTA": "i", "OMEGA": "w", "EPSILON": "e", "DELTA": "ad", "DEL": "v", "STILE": "il", "BEAM": "i",
            "CARET": "av", "TRIANGLE UP": "a", "TRIANGLE DOWN": "v", "SHARP": "h", "NUMBER SIGN": "h",
            // Corners, brackets and boxes.
            "LEFT CEILING": "rfc", "RIGHT CEILING": "j", "LEFT FLOOR": "lct", "RIGHT FLOOR": "j",
            "LEFT BRACKET": "crflt", "LEFT PARENTHESIS": "crflt", "LEFT CORNER": "crflt", "RIGHT BRACKET": "jd",
            "RIGHT PARENTHESIS": "jd", "RIGHT CORNER": "jd", "TOP LEFT CORNER": "rfc", "BOTTOM LEFT CORNER": "lct",
            "BOTTOM RIGHT CORNER": "j", "SUBSTITUTION": "r", "INTERPOLATION": "t", "BOX DOWN RIGHT": "rfc",
            "BOX UP RIGHT": "lct", "BOX UP LEFT": "j", "BOX DOWN HORIZONTAL": "t", "BOX UP HORIZONTAL": "til",
            "BOX VERTICAL RIGHT": "tfhkec", "BOX VERTICAL LEFT": "jt", "BOX VERTICAL HORIZONTAL": "tfx",
            "DENTISTRY DOWN": "t", "DENTISTRY UP": "til", "HARPOON BARB": "fjtil", "HOOK ARROW": "fjt",
            "DIAGONAL CROSS": "x",
            // Pictures of few strokes.
            "DAGGER": "t", "CRESCENT": "cd", "QUARTER MOON": "cd", "BALLOT X": "x", "PILCROW": "pq", "FLAG": "pf",
            "CADUCEUS": "t", "ANKH": "tf", "EXCLAMATION": "il", "QUESTION": "p", "INTERROBANG": "pf",
            "ESTIMATED": "e", "ZIGZAG": "sz", "COMMON TIME": "c",
        ]
        return rules.map { words, letters in
            (Set(words.split(separator: " ").map(String.init)), letters.unicodeScalars)
        }
    }()

    /// Shapes that names do not tell: currencies, planets and signs of the zodiac, notes, letters of other kinds.
    private static let table: KeyValuePairs<String, String> = [
        "a": "₳⏃◭◮⏶⏄⍲", "b": "₿฿♭⅁⍯␢", "c": "€₠₡₢₵⃀¢￠☾☽☪⁐∁〔「『【〖⌌", "d": "₫☌⫐⫑⊃⊐⎠⦈☽◗◑ↁ",
        "e": "₠€℮∑♇⋿⫕⨊", "f": "₣₤£☥⚑⚐♰𝄟「⌠☦⚴", "g": "₲⅁⥀厶", "h": "♄♓♮♯⌗⋕⧣井卅卌⨳", "i": "⌶⟂",
        "j": "⌡⚓⥑」", "k": "₭⋉⧔⊀", "l": "₤£₺∟⎿└╙╘⏊⌞", "m": "₥♏♍₼⋔⩋♒⫙♑", "n": "₦♌☊∏⨅⎍⊓⫬╓♑⩋⌒",
        "o": "⌕", "p": "₱₽₧¶⚐⚑☧♇⍴⁋", "q": "⍺⍜⌕⚲", "r": "₨₹℞®┍⌈⸢⸀", "s": "₴∾∿≀∽⸉⧜≲💲☇",
        "t": "₸₮₺☨✞✝♱☦☩⚰⚕☥⏉⍡⌖𝆛⚚卞⚒↑↟⊹⏇", "u": "☋⎵⏝⨆⊎⋓⏟⌴⛎⌣", "v": "♈⏷⍒⍢⫝⌵⋎⛛",
        "w": "₩￦⍵⍹⋓⏙♒♆", "x": "☓⛌✗✘✕✖☒𝄪⤫⤬⨉⨯⨂⯰❌", "y": "¥￥♈⅄⊻⑂⍦⍑🝁", "z": "↯☡ↆ⦢",
    ]
}
