/// A word of five letters, or of seven, as a number, to look for it in bytes.
enum SecretWord {
    /// 26⁵.
    static let count = 11_881_376
    /// 26⁷.
    static let longCount = 8_031_810_176

    static func number(_ word: String) -> Int { word.utf8.reduce(0) { $0 * 26 + Int($1) - 0x61 } }

    /// The numbers of the five letters that stand one after the other in seven tiles, by the number of these.
    static func words(inTiles number: Int) -> [Int] { [number, number / 26, number / 676].map { $0 % count } }
}
