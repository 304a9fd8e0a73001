/// A word of five letters as a number, to look for it in bytes.
enum SecretWord {
    /// 26⁵.
    static let count = 11_881_376

    static func number(_ word: String) -> Int { word.utf8.reduce(0) { $0 * 26 + Int($1) - 0x61 } }

    static func text(_ number: Int) -> String {
        var rest = number
        var letters: [UInt8] = []
        for _ in 0..<5 {
            letters.append(UInt8(0x61 + rest % 26))
            rest /= 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }
}
