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
        case 4: try percent(text)
        case 5: try name(text)
        case 6: try tag(text)
        case 7: try utf8(rest)
        default: try base64(text, rest)
        }
    }

    private static func roomCode(_ text: String) throws(Finding) {
        guard let code = RoomCode(text) else { return }
        try Finding.unless(
            code.text.utf8.count == RoomCode.length && code.text.utf8.allSatisfy(RoomCode.characters.contains)
                && RoomCode(code.text) == code, "room code \(code.text)")
        _ = RoomCode.isRude(code.text)
    }

    private static func puzzle(_ text: String) throws(Finding) {
        guard let puzzle = PuzzleID(text) else { return }
        try Finding.unless(PuzzleID(puzzle.text) == puzzle, "puzzle \(puzzle.text)")
    }

    private static func day(_ text: String) throws(Finding) {
        guard let day = Day(text) else { return }
        try Finding.unless(day.text == text, "\(text) is read as \(day.text)")
    }

    private static func player(_ text: String) throws(Finding) {
        guard let player = PlayerID(text) else { return }
        try Finding.unless(player.text == text, "\(text) is read as \(player.text)")
    }

    private static func percent(_ text: String) throws(Finding) {
        let decoded = PercentCoding.decode(text, plusIsBlank: false)
        let second = text.removingPercentEncoding
        try Finding.unless(
            decoded.map { Array($0.utf8) } == second.map { Array($0.utf8) },
            "\(text): \(decoded as Any), \(second as Any)")
        let encoded = text.utf8.map { "%" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        try Finding.unless(PercentCoding.decode(encoded, plusIsBlank: true) == text, "\(text) is lost in its coding")
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
        let tag = EntityTag("a1")
        let isStrong = tag.isNamed(byIfMatch: text)
        try Finding.unless(!isStrong || tag.isNamed(byIfNoneMatch: text), "named strongly and not weakly: \(text)")
        try Finding.unless(tag.isNamed(byIfNoneMatch: tag.text), "a tag does not name itself")
    }

    private static func utf8(_ bytes: [UInt8]) throws(Finding) {
        let isValid = UTF8Validator.isValid(bytes.span.bytes)
        try Finding.unless(isValid == (String(validating: bytes, as: UTF8.self) != nil), "UTF-8: \(bytes)")
        var validator = UTF8Validator()
        var isTaken = true
        for byte in bytes where isTaken { isTaken = validator.accepts([byte].span.bytes) }
        try Finding.unless(isValid == (isTaken && validator.isComplete), "UTF-8 byte by byte: \(bytes)")
    }

    private static func base64(_ text: String, _ bytes: [UInt8]) throws(Finding) {
        let encoded = Base64.standard.encode(bytes)
        try Finding.unless(encoded == Data(bytes).base64EncodedString(), "Base64 of \(bytes): \(encoded)")
        try Finding.unless(Base64.standard.decode(encoded) == bytes, "\(bytes) is lost in Base64")
        guard let decoded = Base64.standard.decode(text) else { return }
        try Finding.unless(Data(base64Encoded: text) == Data(decoded), "\(text) is no Base64 to others")
    }
}
