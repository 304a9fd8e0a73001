import Bytes
import Foundation
import GameRules
import HTTP1
import Rooms
import Sessions

/// Short texts that people and pages send. First byte: which.
enum Texts {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        let kind = input.byte()
        let rest = input.remaining
        let text = String(decoding: rest, as: UTF8.self)
        switch kind % 9 {
        case 0: try roomCode(text)
        case 1: try puzzle(text)
        case 2: try day(text)
        case 3: try player(text)
        case 4: try percent(Array(text.utf8))
        case 5: try name(text)
        case 6: try tag(text)
        case 7: try utf8(rest)
        default: try base64(text, rest)
        }
    }

    private static func roomCode(_ text: String) throws(Finding) {
        // Hyphens and blanks may stand anywhere, and letters be small.
        let typed = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        let isCode =
            typed.count == 5
            && typed.allSatisfy(Array("ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz23456789".utf8).contains)
        let code = RoomCode(text)
        try Finding.unless((code != nil) == isCode, "room code \(text): \(code as Any)")
        guard let code else { return }
        try Finding.unless(
            code.text.utf8.count == RoomCode.length && code.text.utf8.allSatisfy(RoomCode.characters.contains)
                && RoomCode(code.text) == code, "room code \(code.text)")
        _ = RoomCode.isRude(code.text)
    }

    private static func puzzle(_ text: String) throws(Finding) {
        guard let puzzle = PuzzleID(text) else { return }
        // One puzzle has one name.
        try Finding.unless(puzzle.text.utf8.elementsEqual(text.utf8), "puzzle \(text) is read as \(puzzle.text)")
    }

    private static func day(_ text: String) throws(Finding) {
        let day = Day(text)
        try Finding.unless((day != nil) == Standards.isDate(Array(text.utf8)), "\(text) is read as \(day as Any)")
        guard let day else { return }
        try Finding.unless(day.text.utf8.elementsEqual(text.utf8), "\(text) is read as \(day.text)")
    }

    private static func player(_ text: String) throws(Finding) {
        let isPlayer = text.utf8.count == 32 && text.utf8.allSatisfy(Array("0123456789abcdef".utf8).contains)
        let player = PlayerID(text)
        try Finding.unless((player != nil) == isPlayer, "\(text) is read as \(player as Any)")
        guard let player else { return }
        try Finding.unless(player.text.utf8.elementsEqual(text.utf8), "\(text) is read as \(player.text)")
    }

    private static func percent(_ text: [UInt8]) throws(Finding) {
        for plusIsBlank in [false, true] {
            let decoded = PercentCoding.decode(String(decoding: text, as: UTF8.self)[...], plusIsBlank: plusIsBlank)
            let second = Standards.percentDecoded(text, plusIsBlank: plusIsBlank)
            let isText = second.map(Standards.isUTF8) ?? false
            try Finding.unless(
                decoded.map { Array($0.utf8) } == (isText ? second : nil),
                "\(text), plus a blank: \(plusIsBlank): \(decoded as Any), by the standard \(second as Any)")
        }
        let encoded = text.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let again = PercentCoding.decode(encoded[...], plusIsBlank: true)
        try Finding.unless(again.map { Array($0.utf8) } == text, "\(text) is lost in its coding")
    }

    private static func name(_ text: String) throws(Finding) {
        do throws(DisplayName.Fault) {
            try DisplayName.check(text, maximum: DisplayName.playerMaximum)
        } catch {
            return
        }
        try Finding.unless((2...20).contains(text.count), "a name of \(text.count) characters")
        try Finding.unless(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control character in a name")
        _ = DisplayName.spells("crane", text)
    }

    private static func tag(_ text: String) throws(Finding) {
        // RFC 9110 section 8.8.3.
        let tag = EntityTag("a1")
        let isStrong = tag.isNamed(byIfMatch: text)
        try Finding.unless(!isStrong || tag.isNamed(byIfNoneMatch: text), "named strongly and not weakly: \(text)")
        try Finding.unless(tag.isNamed(byIfNoneMatch: tag.text), "a tag does not name itself")
    }

    private static func utf8(_ bytes: [UInt8]) throws(Finding) {
        let isValid = UTF8Validator.isValid(bytes.span.bytes)
        try Finding.unless(isValid == Standards.isUTF8(bytes), "UTF-8: \(bytes)")
        var validator = UTF8Validator()
        var isTaken = true
        for byte in bytes where isTaken { isTaken = validator.accepts([byte].span.bytes) }
        try Finding.unless(isValid == (isTaken && validator.isComplete), "UTF-8 byte by byte: \(bytes)")
    }

    private static func base64(_ text: String, _ bytes: [UInt8]) throws(Finding) {
        let encoded = Base64.standard.encode(bytes)
        try Finding.unless(encoded == Data(bytes).base64EncodedString(), "Base64 of \(bytes): \(encoded)")
        try Finding.unless(Base64.standard.decode(encoded) == bytes, "\(bytes) is lost in Base64")
        let (decoded, second) = (Base64.standard.decode(text), Standards.base64Decoded(Array(text.utf8)))
        try Finding.unless(decoded == second, "\(text): \(decoded as Any), by the standard \(second as Any)")
    }
}
