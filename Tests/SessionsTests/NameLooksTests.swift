import TestKit
import Testing

@testable import Sessions

/// Two names that look alike may not sit in one room, and two that plainly differ may.
@Suite struct NameLooksTests {
    private func areAlike(_ a: String, _ b: String) -> Bool {
        var looks = NameLooks()
        let isSo = looks.areAlike(a, b)
        #expect(looks.areAlike(b, a) == isSo, "\(a), \(b)")
        return isSo
    }

    @Test(
        "A digit or a sign in a word of letters reads as a letter",
        arguments: [
            ("M1ka", "Mika"), ("L1sa", "Lisa"), ("L1sa", "LISA"), ("M1KA", "mika"), ("An5on", "Anson"),
            ("5cent", "Scent"),
            ("8ob", "Bob"), ("Luca5", "Lucas"), ("4nna", "Anna"), ("Ann4", "Anna"), ("B0b", "Bob"), ("Ans0n", "An5on"),
            ("3mma", "Emma"), ("6abi", "Gabi"), ("9abi", "Gabi"), ("7om", "Tom"), ("2oe", "Zoe"), ("$am", "Sam"),
            ("M!ka", "Mika"), ("Mik@", "Mika"), ("L3w1s", "Lewis"), ("A1", "Al"), ("A1", "Ai"), ("|lya", "Ilya"),
            ("Big M1ka", "Big Mika"), ("5cent 50", "Scent 50"), ("Мик4", "Мика"), ("З0я", "Зоя"), ("3оя", "Зоя"),
            ("Ana—Lu", "Ana-Lu"), ("Ana–Lu", "Ana-Lu"), ("Ana ♥", "Ana ❤"), ("B○b", "Bob"), ("VVill", "Will"),
            ("Аӏісе", "Alice"), ("A│", "Al"), ("Ana ─ Lu", "Ana - Lu"), ("“Ana”", "\"Ana\""),
            ("O’Neil", "O'Neil"), ("B⊕b", "Bob"),
            ("\u{AB87}\u{AB96}\u{ABB6}\u{AB7A}", "\u{13B7}\u{13C6}\u{13E6}\u{13AA}"), ("Mi\u{307}ka", "Mika"),
            ("𝐌𝐈𝐊𝐀", "Mika"), ("𝐌𝐈𝐊𝐀", "mika"), ("𝑀𝐼𝐾𝐴", "Mika"), ("ΜΙΚΑ", "Mika"), ("Mika.", "Mika"),
            ("Mika’", "Mika"),
            ("Mika·", "Mika"), ("'Mika'", "Mika"), ("₿ob", "Bob"),
        ])
    func digitsAreLetters(a: String, b: String) { #expect(areAlike(a, b)) }

    @Test(
        "A blank between letters makes no other name, nor do signs that draw a letter",
        arguments: [
            "Mi ka", "M i k a", "Mi.ka", "Mi·ka", "|v|ika", "nnika", "IVIika", "lvlika", "1v1ika", "M⋮ka", "M¦ka",
        ])
    func drawnLetters(form: String) { #expect(areAlike(form, "Mika")) }

    @Test(
        "A capital L is no I, and a blank makes no other name in any script",
        arguments: [
            ("Iara", "Lara", false), ("Ian", "Lan", false), ("Ieva", "Leva", false), ("Iara", "lara", true),
            ("Lara", "LARA", true), ("Lara", "lara", true), ("王芳", "王 芳", true), ("Анна", "А нна", true),
            ("김철수", "김 철수", true), ("דנה", "ד נה", true), ("राम", "रा म", true), ("Νίκος", "Νί κος", true),
            ("₳nna", "Anna", true), ("∫am", "Sam", true),
        ])
    func capitalsAndBlanks(a: String, b: String, isAlike: Bool) { #expect(areAlike(a, b) == isAlike) }

    @Test(
        "Letters that draw another one in the middle of a name draw none",
        arguments: [("Anna", "Ama"), ("Silvia", "Sima"), ("Nneka", "Meka"), ("Anna13", "Annab"), ("Mi-ka", "Mika")])
    func drawnNothing(a: String, b: String) { #expect(!areAlike(a, b)) }

    @Test(
        "A digit is a digit beside digits, and a sign at the end is a sign",
        arguments: [
            ("Anna2006", "Anna2009"), ("Racer 6", "Racer 9"), ("Racer 1", "Racer 7"), ("Racer6", "Racer9"),
            ("Al", "Ai"),
            ("Kim 5", "Kim S"), ("Racer 8", "Racer B"), ("6th", "9th"), ("Team 28", "Team 2B"), ("Room 4", "Room A"),
            ("1980", "198O5"), ("Kat!", "Kati"), ("Anna+", "Annat"), ("Anna5", "Anna 5"), ("Player 1", "Player 7"),
        ])
    func digitsAreDigits(a: String, b: String) { #expect(!areAlike(a, b)) }

    @Test("Names that differ in their digits are never alike, and a letter is always like its digit")
    func digitsByProperty() {
        var random = SplitMix(seed: 14)
        let digits: [Character: Character] = [
            "o": "0", "i": "1", "l": "1", "z": "2", "e": "3", "a": "4", "s": "5", "g": "6", "t": "7", "b": "8",
            "q": "9",
        ]
        for _ in 0..<2_000 {
            let letters = (0..<Int.random(in: 2...8, using: &random)).compactMap { _ in
                "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random)
            }
            let name = String(letters)
            let read = String(
                letters.map { letter in Bool.random(using: &random) ? digits[letter] ?? letter : letter })
            if read.contains(where: \.isLetter) { #expect(areAlike(name, read), "\(name), \(read)") }
            let (a, b) = (Int.random(in: 0...9_999, using: &random), Int.random(in: 0...9_999, using: &random))
            for blank in ["", " "] {
                #expect(
                    areAlike(name + blank + "\(a)", name + blank + "\(b)") == (a == b), "\(name)\(blank), \(a), \(b)")
            }
        }
    }

    @Test(
        "Invisible characters do not distinguish names",
        arguments: [
            ("❤️ Ana", "❤ Ana"), ("👩‍🚀 Ana", "👩🚀 Ana"), ("می‌خواهم", "میخواهم"), ("مـحمد", "محمد"), ("🏴‍☠️ Ana", "🏴☠ Ana"),
        ])
    func unseen(a: String, b: String) { #expect(areAlike(a, b)) }

    @Test(
        "Letters with the same glyph in one script are equal",
        arguments: [
            ("Мӏка", "Міка"), ("ҚАНАТ", "канат"), ("علي", "على"), ("كريم", "کریم"), ("ニ郎", "二郎"), ("マルコΟ", "マルコO"),
            ("Ｍｉｋａ", "Mika"), ("ﾐｶ", "ミカ"), ("Миша", "МИША"), ("Ελένη", "ΕΛΈΝΗ"),
        ])
    func sameLetters(a: String, b: String) { #expect(areAlike(a, b)) }

    @Test("A letter of another script is like the letter that it resembles")
    func otherScripts() {
        for (a, b) in [("Мика", "Mика"), ("Ana", "Аnа"), ("АНА", "AHA"), ("Νίκος", "Nίκος"), ("Вова", "Bова")] {
            #expect(areAlike(a, b), "\(a), \(b)")
        }
    }

    // MARK: Names of one script

    private static let common: [(script: String, names: String)] = [
        (
            "Cyrillic",
            """
            Миша Шиша Маша Даша Саша Паша Яша Гоша Ия Ира Ева Зоя Эва Юля Уля Оля Поля Толя Коля Лёша Леша Нина Дина Инна \
            Анна Аня Ваня Таня Даня Маня Соня Тоня Женя Сеня Гена Лена Зина Рина Вика Ника Мика Кира Лира Мира Вера Рита \
            Лия Мия Илья Иля Юра Рая Роза Петя Митя Витя Катя Настя Костя Ростя Тёма Дима Сима Рома Тома Федя Надя Владя \
            Стас Влад Глеб Олег Егор Игорь Иван Ян Лев Яков Марк Макс Цветана Ганна Інна Наталя Катерина Їжак Єва Иво
            """
        ),
        (
            "Greek",
            """
            Άννα Ελένη Μαρία Νίκος Νίνος Γιώργος Γιάννης Κώστας Πέτρος Παύλος Σοφία Ιωάννα Δήμητρα Χρήστος Ζωή Σάσα Σάοα Εύα \
            Ηλίας Θάνος Πάνος Φάνος Μάνος Τάσος Άρης Πάρης Λίνα Νίνα Ρένα Λένα Ξένια Ψάλτης Βάσω Μάρω Κλειώ Υρώ Μυρτώ
            """
        ),
        (
            "Hebrew",
            """
            דן דו רון רוו בן בו גן גו חן תן נח נת שי שני שיר נועם נעמי יעל טל גל דנה רנה חנה הנה אדם אורי אור לאה מאיה איתן \
            עומר עומד תמר תמד יובל רוני דוד דור מיכל מיקה משה שרה אסתר אסתה רות דות
            """
        ),
        (
            "Arabic",
            """
            محمد أحمد علي عمر عمرو حسن حسين سعيد سعد ليلى ليلا نور نورا بدر بدور ثامر تامر ياسر باسر زيد زيت رامي رازي جمال حمال \
            خالد حالد فاطمة قاسم باسم هالة هدى هذى سارة مريم ندى يارا دانا دينا رنا زينب پری ثری فرح قرح صالح ضالح طارق ظافر
            """
        ),
        ("Armenian", "Արամ Անի Աննա Մարի Սարի Նարի Գոռ Զոռ Գոր Հայկ Նարեկ Սոնա Մոնա Նոնա Լիլիթ Դավիթ Ռուբեն Ոսկի"),
        ("Thai", "ดาว ตาว คาว ต้น ค้น ชาย ซาย นภา มานี ฆานี วิชัย สมชาย สมศรี ทอง แดง แตง แคง"),
        ("Hangul", "민준 서준 서윤 지우 지유 하은 하윤 수아 시아 유나 유니"),
        ("Devanagari", "राम रमा श्याम सीता गीता नीता मीरा मीना टीना दीना दिना अमित सुमित"),
        ("Georgian", "ნინო ანა ანი გია ლია მია ნია ლუკა ნუკა დათო ვანო ზაზა გაგა მაკა ნიკა"),
        ("Japanese", "さくら さくや はな はる あおい あかり みお みか ゆい ゆき ハナ ハル ミオ ミカ 太郎 次郎 花子 和子 美咲 一郎 二郎 三郎"),
        ("Chinese", "李雷 李蕾 王伟 王微 张三 李四 王五 刘洋 陈晨 田甜 由美 申明"),
        (
            "Latin",
            "Mika Mina Nina Tina Dina Ana Anna Eva Ada Ida Al Ai Ali Ula Ola Ela Zoe Zoë Jörg Jorg Çem Cem Ivo Leo Lea"
        ),
    ]

    @Test("Common names of one script differ", arguments: common.map(\.script))
    func commonNames(script: String) throws {
        let names = try #require(Self.common.first { $0.script == script }).names.split(separator: " ").map(String.init)
        var looks = NameLooks()
        for (place, a) in names.enumerated() {
            let isLikeItself = looks.areAlike(a, a)
            #expect(isLikeItself)
            for b in names[(place + 1)...] {
                let isSo = looks.areAlike(a, b)
                #expect(!isSo, "\(a), \(b)")
            }
        }
    }
}
