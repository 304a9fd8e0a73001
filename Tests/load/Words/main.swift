import Dispatch
import GameRules
import Server
import WordLists

// Measures the dictionary of anagrams: `tilerace-words FOLDER`, such as `tilerace-words config/words`. How long it
// takes to look a word up, and to find all that can be laid from the tiles of each source word.

func nanoseconds(_ work: () -> Void) -> Double {
    let begun = DispatchTime.now().uptimeNanoseconds
    work()
    return Double(DispatchTime.now().uptimeNanoseconds - begun)
}

func middle(_ sorted: [Double], _ part: Double) -> Double { sorted[Int(Double(sorted.count - 1) * part)] }

let lengths = [7, 8]
let lines = lengths.compactMap { PuzzleLine(kind: .anagram, language: "en", length: $0) }
let folder = CommandLine.arguments.dropFirst().first ?? "config/words"
let lexicons = try WordFiles.lexicons(folder: folder, for: lines)
guard let lexicon = lexicons.first, let dictionary = lexicon.dictionary else {
    preconditionFailure("\(folder) has no anagrams")
}

let lists = lengths.compactMap { lexicon.list(of: .anagram, length: $0) }
let sources = lists.flatMap { list in (0..<list.answerCount).map { list.answer(at: $0) } }
var counts: [Int] = []
var times: [Double] = []
var words: Set<Word> = []
for source in sources {
    var found: Solutions?
    times.append(nanoseconds { found = dictionary.solutions(of: Tiles(source)) } / 1e6)
    counts.append(found?.all.count ?? 0)
    words.formUnion(found?.all ?? [])
}
times.sort()
print("all that can be laid, of \(sources.count) sources with \(counts.min() ?? 0) to \(counts.max() ?? 0) words:")
print("  ms: p50 \(middle(times, 0.5)), p99 \(middle(times, 0.99)), longest \(times.last ?? 0)")

// Words that are there, and the same words backwards, of which few are.
let asked = (words + words.map { Word($0.reversed()) }).shuffled()
let rounds = 10
var there = 0
let passed = nanoseconds { for _ in 0..<rounds { for word in asked where dictionary.contains(word) { there += 1 } } }
print("a look-up, of \(asked.count) words of which \(there / rounds) are there:")
print("  ns, in the mean of \(rounds) rounds: \(passed / Double(asked.count * rounds))")
