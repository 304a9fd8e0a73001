import GameRules
import Messages
import Rooms
import WordLists

// The refusals of requests.
extension ErrorReply {
    package static let unavailable = ErrorReply(
        .storageUnavailable, "The server cannot use its disk. Try again.")
    static let noSuchRoom = ErrorReply(.noSuchRoom, "There is no room with that code.")
    static let tooManyRooms = ErrorReply(.tooManyRooms, "You are in too many rooms. Leave one first.")
    static let notInRoom = ErrorReply(.notInRoom, "You are not in that room.")
    static let wordIsPublic = ErrorReply(.puzzleClosed, "That race is over, and its word is public.")
    static let badPuzzle = ErrorReply(.badPuzzle, "This server has no such puzzle.")
    static let moved = ErrorReply(.moved, "You play this game in another tab.")
    static let dayIsOver = ErrorReply(.puzzleClosed, "That day is over.")
    static let futurePuzzle = ErrorReply(.futurePuzzle, "That day has not begun.")
    static let notOpen = ErrorReply(.notOpen, "Open the puzzle first.")
    static let notOver = ErrorReply(.notOver, "Its words are told once it is over.")
    static let nameTaken = ErrorReply(.nameTaken, "Somebody in your room is called that.")
    static let notInClass = ErrorReply(.notInClass, "This server is a classroom: your teacher decides that.")
    static let draining = ErrorReply(.draining, "The server is going down. Reconnect soon.")
    package static let helloFirst = ErrorReply(.helloFirst, "Say hello first.")

    /// A refusal for an exceeded rate; `retry`: ms until the next attempt.
    static func rateLimited(_ retry: Int) -> ErrorReply {
        ErrorReply(.rateLimited, "That is too fast. Try again in \(retry) ms.", .retry(retry))
    }

    static func badSettings(_ field: String) -> ErrorReply {
        ErrorReply(.badSettings, "The setting \(field) does not take that value.", .field(field))
    }

    static func badName(_ fault: DisplayName.Fault) -> ErrorReply {
        let why =
            switch fault {
            case .tooShort: "A name has at least 2 characters."
            case .tooLong: "That name is too long."
            case .badCharacters: "That name has characters that cannot be shown."
            case .mixedScripts: "A word of that name mixes letters of different scripts."
            case .spoiler: "That name gives today's word away."
            case .offensive: "That name has a word that nobody is to be called here."
            }
        return ErrorReply(.badName, why, .reason(fault.rawValue))
    }

    init(_ refusal: RoomRefusal) {
        self =
            switch refusal {
            case .full: ErrorReply(.roomFull, "All \(RoomState.maximumMembers) seats are taken.")
            case .nameTaken: ErrorReply(.nameTaken, "Somebody in that room is called that. Take another name.")
            case .nameHeld: ErrorReply(.nameHeld, "The host of that room shows you under a pseudonym.")
            case .notAMember: .notInRoom
            case .closed: .noSuchRoom
            case .locked: ErrorReply(.roomLocked, "That room is locked.")
            case .kicked: ErrorReply(.kicked, "The host has kept you out of that room.")
            case .passwordNeeded: ErrorReply(.passwordNeeded, "That room has a password.")
            case .wrongPassword: ErrorReply(.wrongPassword, "That is not the password.")
            case .noSuchRace: ErrorReply(.noSuchRace, "That race is not the one that runs.")
            case .notStarted: ErrorReply(.notStarted, "The round has not started yet.")
            case .roundOver: ErrorReply(.roundOver, "The round is over.")
            case .notInRound: ErrorReply(.notInRound, "You do not take part in this round.")
            case .notHost: ErrorReply(.notHost, "Only the host may do that.")
            case .barred: ErrorReply(.roomBarred, "The operator of this server keeps the room out of the lobby.")
            case .badSeat: ErrorReply(.badSeat, "That does not apply to that seat.")
            case .badSettings(let field): .badSettings(field.rawValue)
            case .seriesRunning: ErrorReply(.seriesRunning, "A series is running. End it first.")
            case .noSeries: ErrorReply(.noSeries, "No series is running.")
            case .roundRunning: ErrorReply(.roundRunning, "A round is running.")
            case .noRacers: ErrorReply(.noRacers, "Everybody who is here sits out.")
            }
    }

    /// The refusal of a text that is no word of `length` letters.
    init(_ error: SpellingError, length: Int) {
        self =
            switch error {
            case .badLetters: ErrorReply(.badLetters, "Use the letters of the keyboard only.")
            case .wrongLength: ErrorReply(.wrongLength, "The word has \(length) letters.", .length(length))
            }
    }

    /// The refusal of a move. `text`: the word.
    init(_ refusal: MoveRefusal, _ text: String, _ alphabet: Alphabet) {
        switch refusal {
        case .guess(let refusal): self.init(refusal, text, alphabet)
        case .anagram(let refusal): self.init(refusal, text, alphabet)
        // As in the guess game once it has begun, where the level cannot be raised either.
        case .noHardMode: self.init(GuessRefusal.hardModeLocked, text, alphabet)
        case .noRow: self.init(.badMessage, "The field row must be a number: that game is played row by row.")
        }
    }
}

extension LineWords {
    /// Returns the word that a text spells. The text is not normalized.
    func spelled(_ text: String) throws(ErrorReply) -> Word {
        do throws(SpellingError) {
            return try alphabet.word(text)
        } catch {
            // Words that are laid from some of the tiles have no length of their own.
            guard !kind.hasFixedLength, error == .wrongLength else { throw ErrorReply(error, length: list.length) }
            throw text.isEmpty
                ? ErrorReply.noLetters(alphabet)
                : ErrorReply(.wrongLength, "Words have at most \(list.length) letters.", .length(list.length))
        }
    }
}
