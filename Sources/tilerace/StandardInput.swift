import Foundation
import Server

/// A line that a person types, or a program hands over, and that stands in no command line for others to read.
enum StandardInput {
    /// Bytes of a line at most.
    private static let longest = 1_024

    /// Reads a line of UTF-8, without its end. Text that is none would be mended to what nobody can type. `what` names
    /// it in refusals.
    static func line(_ what: String) throws(ConfigurationFault) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count <= longest, Glibc.read(STDIN_FILENO, &byte, 1) == 1, byte != UInt8(ascii: "\n") {
            bytes.append(byte)
        }
        guard !bytes.isEmpty else { throw ConfigurationFault("no \(what) came") }
        guard bytes.count <= longest, let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationFault("a \(what) is one line of UTF-8")
        }
        return text.hasSuffix("\r") ? String(text.dropLast()) : text
    }

    /// Asks for a line on the terminal, if there is one, and reads it.
    static func answer(to question: String, _ what: String) throws(ConfigurationFault) -> String {
        if isatty(STDIN_FILENO) == 1 { FileHandle.standardError.write(Data(question.utf8)) }
        return try line(what)
    }

    /// Asks while the terminal shows nothing of what is typed, from before the first question on. Nothing is thrown
    /// away that was typed or pasted early.
    static func hidden<Value>(
        _ ask: () throws(ConfigurationFault) -> Value
    ) throws(ConfigurationFault) -> Value {
        var shown = termios()
        guard tcgetattr(STDIN_FILENO, &shown) == 0 else {
            throw ConfigurationFault("the terminal cannot be told to hide what is typed")
        }
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
        defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &shown) }
        return try ask()
    }

    /// Asks for a line on a terminal that shows nothing of it, and ends the line there.
    static func hiddenAnswer(to question: String, _ what: String) throws(ConfigurationFault) -> String {
        FileHandle.standardError.write(Data(question.utf8))
        defer { FileHandle.standardError.write(Data("\n".utf8)) }
        return try line(what)
    }
}
