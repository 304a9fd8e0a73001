/// Follows the words of a tree through a name, all readings from all places on at once. The time grows with the length
/// of the name and the size of the tree.
///
/// Blanks may stand in a word that begins and ends with words of the name: `cl * ng`, but `Tom ♥ Ana`.
struct HidingSearch {
    /// The part of a word that was read.
    private struct State: Hashable {
        var node: Int
        /// The number of letters that signs stand for.
        var hidden = 0
        /// Whether a letter of another alphabet stood for one: one does so in a word.
        var hasForeign = false
        /// Whether a sign between letters was left out.
        var hasSkipped = false
        /// Whether the last letter was read from a letter, which may stand there once more.
        var mayRepeat = false
        var hasBlank = false
        /// Whether only a severe word counts, as a sign stands for its consonant.
        var isSevere = false
        /// The letters that a word has at least which counts.
        var least = 0
        /// Whether a word of the name begins where the reading does.
        var startsWord: Bool

        /// All of it in one number: a name may have thousands of states.
        private var number: UInt64 {
            let flags = [hasForeign, hasSkipped, mayRepeat, hasBlank, isSevere, startsWord]
            let bits = flags.reduce(UInt64(hidden) << 8 | UInt64(least)) { $0 << 1 | ($1 ? 1 : 0) }
            return UInt64(node) << 32 | bits
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private let places: [HiddenLetters.Place]
    private let words: WordTree
    private let rule: HidingRule

    init(places: [HiddenLetters.Place], words: WordTree, rule: HidingRule) {
        self.places = places
        self.words = words
        self.rule = rule
    }

    /// The state in which a word may begin at a place; nil if none begins there, as at most places.
    private func beginning(at place: Int) -> State? {
        let first = places[place]
        let begins = first.letters.first.map { words.node(behind: WordTree.root, by: $0) != nil } ?? true
        guard first.sign != nil || begins else { return nil }
        let startsWord = place == 0 || !places[place - 1].isAlphabetic || places[place - 1].sign?.isForeign == true
        guard startsWord || rule == .day else { return nil }
        return State(node: WordTree.root, startsWord: startsWord)
    }

    func isFound() -> Bool {
        // A sign may be several places long, so what is behind it was reached before what is between.
        var reached = [Set<State>](repeating: [], count: places.count + 1)
        for place in places.indices {
            if let begun = beginning(at: place) { reached[place].insert(begun) }
            for state in reached[place] {
                if places[place].isBlank {
                    if let parted = parted(state) { reached[place + 1].insert(parted) }
                    continue
                }
                let letters = places[place].letters
                for read in after(letters, from: state) {
                    if !letters.isEmpty, isWhole(read, before: place + 1) { return true }
                    reached[place + 1].insert(read)
                }
                guard let sign = places[place].sign else { continue }
                for read in after(sign, from: state) {
                    if isWhole(read, before: sign.end) { return true }
                    reached[sign.end].insert(read)
                }
                if let skipped = skipping(state) { reached[sign.end].insert(skipped) }
                for (child, hidden) in hiding(by: sign, at: place, from: state) {
                    let node = words.nodes[child]
                    if node.isWord, mayHide(at: place, sign, isLast: true, from: state),
                        !sign.isForeign || rule != .severe || node.depth >= HidingRule.leastLong,
                        isWhole(hidden, before: sign.end)
                    {
                        return true
                    }
                    if !words.nodes(behind: child).isEmpty, mayHide(at: place, sign, isLast: false, from: state) {
                        reached[sign.end].insert(hidden)
                    }
                }
            }
        }
        return false
    }

    /// Whether a word was read, with signs for some of its letters, that may end before a place.
    private func isWhole(_ state: State, before end: Int) -> Bool {
        let node = words.nodes[state.node]
        guard node.isWord, state.hidden > 0, node.depth >= state.least, node.isSevere || !state.isSevere else {
            return false
        }
        return (rule != .whole && !state.hasBlank) || endsWord(before: end)
    }

    private func endsWord(before end: Int) -> Bool {
        // Accents belong to the letter before them.
        guard let next = places[end...].first(where: { !$0.letters.isEmpty || $0.sign != nil }) else { return true }
        return !next.isAlphabetic || next.sign?.isForeign == true
    }

    // MARK: Steps

    /// The state behind a blank; nil if none may stand there.
    private func parted(_ state: State) -> State? {
        guard state.startsWord, state.node != WordTree.root else { return nil }
        var parted = state
        parted.hasBlank = true
        if rule == .whole { parted.least = HidingRule.leastParted }
        return parted
    }

    /// The states behind some letters, each of which may be one too many.
    private func after(_ letters: [Unicode.Scalar], from state: State) -> Set<State> {
        letters.reduce([state]) { states, letter in
            states.reduce(into: Set<State>()) { next, state in
                if let child = words.node(behind: state.node, by: letter) {
                    var read = state
                    read.node = child
                    read.mayRepeat = true
                    next.insert(read)
                }
                if state.mayRepeat, words.nodes[state.node].letter == letter { next.insert(state) }
            }
        }
    }

    /// The states behind a sign that is read as a letter. Whole words are not read so elsewhere; short ones are too
    /// many.
    private func after(_ sign: HidingSign, from state: State) -> [State] {
        guard rule != .whole || !state.hasBlank else { return [] }
        return sign.readings.compactMap { letter in
            guard let child = words.node(behind: state.node, by: letter) else { return nil }
            var read = state
            read.node = child
            read.mayRepeat = false
            if rule == .whole {
                read.hidden = max(1, read.hidden)
                read.least = HidingRule.leastParted
            }
            return read
        }
    }

    /// The state behind a sign between letters; nil if it may not stand there. Once a sign stands for a letter, a day's
    /// word may still have further signs between letters. A severe word may have them only if a letter of another
    /// alphabet stands for one: `F.C.K.` is a club.
    private func skipping(_ state: State) -> State? {
        guard state.node != WordTree.root else { return nil }
        switch rule {
        case .day: break
        case .severe: guard state.hidden == 0 || state.hasForeign else { return nil }
        case .whole: return nil
        }
        var skipped = state
        skipped.hasSkipped = true
        return skipped
    }

    /// The states behind a sign that stands for a letter, each with the node of that letter.
    private func hiding(by sign: HidingSign, at place: Int, from state: State) -> [(child: Int, state: State)] {
        guard rule == .day || sign.isForeign || !state.hasSkipped, state.hidden < rule.mostHidden,
            !(sign.isForeign && (state.hasForeign || sign.isOfForeignWord))
        else { return [] }
        guard rule != .whole || !sign.isPunctuation,
            state.node != WordTree.root || rule == .day || (rule == .severe && sign.isForeign)
        else { return [] }
        let isParted = isBlank(place - 1) || isBlank(sign.end)
        let hidesAny =
            switch rule {
            case .day: true
            case .severe: sign.isForeign || sign.isAsterisk || (sign.isStar && !isParted)
            case .whole: !isParted && (sign.isForeign || sign.isAsterisk)
            }
        return words.nodes(behind: state.node).compactMap { child in
            let letter = words.nodes[child].letter
            var hidden = state
            hidden.node = child
            // More than two make no difference.
            hidden.hidden = min(state.hidden + 1, 2)
            hidden.mayRepeat = false
            hidden.hasForeign = state.hasForeign || sign.isForeign
            if rule == .whole, state.hidden > 0 || !sign.isAsterisk { hidden.least = HidingRule.leastParted }
            if rule == .severe, state.node == WordTree.root { hidden.least = HidingRule.leastLong }
            guard !hidesAny, !HidingRule.isVowel(letter) else { return (child, hidden) }
            guard rule == .whole, state.hidden == 0, !isParted, !sign.partsWords else { return nil }
            hidden.isSevere = true
            hidden.hidden = rule.mostHidden
            hidden.least = 0
            return (child, hidden)
        }
    }

    /// Whether a sign at a place may stand for a letter of a word, the first one if nothing was read.
    private func mayHide(at place: Int, _ sign: HidingSign, isLast: Bool, from state: State) -> Bool {
        let isFirst = state.node == WordTree.root
        let (isBehindBlank, isBeforeBlank) = (isBlank(place - 1), isBlank(sign.end))
        guard isFirst || isLast else {
            // `Sh. T` is a name, and so is `Ma & Ia`.
            guard sign.standsBesideWords, isBehindBlank || isBeforeBlank else { return true }
            return isBehindBlank && isBeforeBlank && !sign.joinsWords
        }
        switch rule {
        case .day: guard sign.isForeign ? words.isLatin : !sign.standsBesideWords else { return false }
        case .severe: guard sign.isForeign else { return false }
        case .whole: return false
        }
        // A sign between two words joins them: `Rock * Roll`.
        return !(isFirst && isBeforeBlank && hasWord(at: places[..<place].lastIndex { !$0.isBlank }))
            && !(isLast && isBehindBlank && hasWord(at: places[sign.end...].firstIndex { !$0.isBlank }))
    }

    private func isBlank(_ place: Int) -> Bool { places.indices.contains(place) && places[place].isBlank }

    private func hasWord(at place: Int?) -> Bool { place.map { places[$0].isAlphabetic } ?? false }
}
