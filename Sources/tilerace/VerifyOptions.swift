import Puzzles
import WordLists

/// The command line of `tilerace verify`.
struct VerifyOptions {
    /// A fault in the command line.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The file; `-` for the standard input.
    let file: String
    /// The folder of word lists, one folder per language; nil if guesses are not looked up.
    private(set) var words: String?
    /// The public key that the server must have; nil for any.
    private(set) var key: [UInt8]?
    /// The commitment that somebody kept from before the race, 64 lower-case hexadecimal digits; nil if nobody did.
    private(set) var commitment: String?

    /// Reads the arguments.
    init(_ arguments: [String]) throws(Fault) {
        var rest = arguments[...]
        var files: [String] = []
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                files.append(argument)
                continue
            }
            guard ["--words", "--key", "--commitment"].contains(argument) else {
                throw Fault(description: "there is no flag “\(argument)” of verify; see “tilerace verify --help”")
            }
            guard let value = rest.popFirst() else { throw Fault(description: "\(argument) has no value") }
            switch argument {
            case "--words": words = value
            case "--key": key = try VerifyOptions.digits(value, bytes: SigningKey.publicLength, of: "a key")
            default:
                commitment = try VerifyOptions.digits(value, bytes: Commitment.length, of: "a commitment").hexadecimal
            }
        }
        guard files.count == 1 else { throw Fault(description: "verify takes one file, or - for the standard input") }
        file = files[0]
    }

    private static func digits(_ text: String, bytes count: Int, of name: String) throws(Fault) -> [UInt8] {
        guard let bytes = [UInt8](hexadecimal: text.lowercased()), bytes.count == count else {
            throw Fault(description: "\(name) has \(2 * count) hexadecimal digits")
        }
        return bytes
    }

    /// The help.
    static let usage = """
        Usage: tilerace verify [--words FOLDER] [--key HEX] [--commitment HEX] FILE

        Checks a finished race from the replay that a server has given out: every guess, how it ended, places, points, the
        promise about the word, and the server's signature. Or the word of a day, from the answer to
        GET /api/v1/puzzles/LINE/DAY: whether it is the one that was promised. FILE is a regular file, or - for the standard
        input.

          --words FOLDER  looks guesses up in the word lists of FOLDER (config/words); lists change in time
          --key HEX       the public key that the server must have, 64 digits: a room's list of races has it
          --commitment HEX
                          the commitment that you kept from before the race or the day, 64 digits

        docs/replay.md says what this proves. The exit code is 0 if all holds, 1 if something does not, and 2 if FILE is no
        such document.
        """
}
