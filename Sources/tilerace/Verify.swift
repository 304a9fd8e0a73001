import Foundation
import GameRules
import Puzzles
import Replays
import Server
import WordLists

/// `tilerace verify`: a replay, or the word of a day, from its file to the verdict.
enum Verify {
    /// The outcome of the command.
    struct Outcome {
        let code: Int32
        /// The lines for the standard output, if all holds; else for the error output.
        let lines: [String]
    }

    private enum ExitCode {
        static let verified: Int32 = 0
        static let faulty: Int32 = 1
        static let unreadable: Int32 = 2
    }

    /// Judges the file, and ends the program.
    static func run(_ arguments: [String]) -> Never {
        let outcome: Outcome
        do {
            let options = try VerifyOptions(arguments)
            outcome = self.outcome(of: try read(options.file), options)
        } catch {
            outcome = Outcome(code: ExitCode.unreadable, lines: ["tilerace: \(error)"])
        }
        let text = Data((outcome.lines.joined(separator: "\n") + "\n").utf8)
        let output = outcome.code == ExitCode.verified ? FileHandle.standardOutput : FileHandle.standardError
        output.write(text)
        exit(outcome.code)
    }

    /// Reads no more than a replay can have, and one byte that tells that there is more.
    private static func read(_ path: String) throws -> [UInt8] {
        let most = Replay.largestFile + 1
        guard path == "-" else { return try RegularFile.read(path, most: most) }
        do {
            return [UInt8](try FileHandle.standardInput.read(upToCount: most) ?? Data())
        } catch {
            throw VerifyOptions.Fault(description: "\(path): \(error.localizedDescription)")
        }
    }

    /// The verdict on a file.
    static func outcome(of bytes: [UInt8], _ options: VerifyOptions) -> Outcome {
        if let sealed = SealedPuzzle(bytes) { return outcome(of: sealed, options) }
        var missing: String?
        let judge: ReplayJudge
        do throws(ReplayReadError) {
            judge = try ReplayJudge(bytes, key: options.key) { line in
                guard let folder = options.words else { return nil }
                do throws(ConfigurationFault) {
                    return try WordFiles.lexicon(folder: folder, language: line.language, kinds: [line.kind])
                        .playable(in: line)
                } catch {
                    missing = "\(error)"
                    return nil
                }
            }
        } catch {
            return Outcome(code: ExitCode.unreadable, lines: ["tilerace: \(options.file): \(error)"])
        }
        if let missing { return Outcome(code: ExitCode.unreadable, lines: ["tilerace: \(missing)"]) }
        let isKept = options.commitment.map { $0 == judge.replay.commitment } ?? true
        let faults = judge.faults.map(\.description) + (isKept ? [] : ["commitment: is not the one that you kept"])
        guard faults.isEmpty else {
            let count = faults.count
            let more = judge.faults.count == ReplayJudge.faultsKept ? " or more" : ""
            let sum = "not verified: \(counted(count, "fault"))\(more) in \(options.file)"
            return Outcome(code: ExitCode.faulty, lines: faults + [sum])
        }
        return Outcome(code: ExitCode.verified, lines: report(judge, options))
    }

    private static func outcome(of sealed: SealedPuzzle, _ options: VerifyOptions) -> Outcome {
        let name = sealed.puzzle.text
        guard let opened = sealed.opened, let hasWord = sealed.hasWord, let holds = sealed.holds else {
            let reason = "\(name) has no salt and no answer: its word is sealed until nobody can play it any more"
            return Outcome(code: ExitCode.unreadable, lines: ["tilerace: \(options.file): \(reason)"])
        }
        func faulty(_ reason: String) -> Outcome {
            Outcome(code: ExitCode.faulty, lines: ["not verified: \(reason)"])
        }
        guard sealed.hasItsNumber else { return faulty("the number is not that of \(name)") }
        guard hasWord else {
            return faulty("\(ReplayFault.shown(opened.answer)) is no word of \(sealed.puzzle.line.length) letters")
        }
        guard holds else { return faulty("“\(opened.answer)” is not the word that the seal of \(name) is about") }
        guard options.commitment ?? sealed.commitment == sealed.commitment else {
            return faulty("the commitment is not the one that you kept")
        }
        guard sealed.seal?.isPlausible(for: sealed.puzzle.day) ?? true else {
            return faulty("the seal of \(name) is not of the time that it says, seen from the day")
        }
        // Nothing in the file is signed: anybody can make up a word with a salt and a commitment to it.
        let (sum, commitment) =
            options.commitment == nil
            ? (
                "consistent: the word of \(name) fits the commitment in the file",
                "\(sealed.commitment): compare it with the one that you kept, as anybody can write such a file"
            )
            : ("verified: the word of \(name) fits the commitment that you kept", sealed.commitment)
        return Outcome(
            code: ExitCode.verified,
            lines: [
                sum,
                "  answer      \(opened.answer)",
                "  commitment  \(commitment)",
                "  sealed      \(sentence(sealed.seal, saidBy: "the file"))",
            ])
    }

    private static func report(_ judge: ReplayJudge, _ options: VerifyOptions) -> [String] {
        let replay = judge.replay
        let (moves, players) = (counted(judge.moveCount, "move"), counted(replay.lanes.count, "player"))
        let signature =
            options.key == nil
            ? "holds for the key \(replay.key): compare it with the server’s" : "is that of the server"
        // A list says more than the rules: without one, words that are none pass.
        let words =
            judge.hasLookedUp
            ? "all are in the lists of \(options.words ?? "")"
            : options.words == nil
                ? "not looked up: --words says where word lists are" : "not looked up: there is no list of this length"
        var tiles: [String] = []
        if let letters = replay.board.tiles {
            tiles = ["  tiles       \(letters): the answer in the order of the salt"]
        }
        return [
            "verified: \(moves) of \(players) in \(replay.race) of \(ReplayFault.shown(replay.room))",
            "  answer      \(replay.answer)",
        ] + tiles + [
            "  words       \(words)",
            "  commitment  \(replay.commitment)",
            "  sealed      \(replay.kind == .sprint ? "as the round was dealt, before it began, says the server" : sentence(replay.seal, saidBy: "the server"))",
            "  signature   \(signature)",
        ]
    }

    /// Says in words what a seal shows. Precondition: the seal is plausible, so that its text can be put on a terminal.
    private static func sentence(_ seal: SealTime?, saidBy source: String) -> String {
        switch seal?.when {
        case .before: "before the day began, says \(source)"
        case .on: "on the day\(seal?.time.map { " at \($0)" } ?? ""), says \(source)"
        case .after: "made afterwards: proves nothing about that day"
        case .unknown, nil: "nobody says when: proves nothing about that day"
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
