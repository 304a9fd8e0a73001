/// The errors of the protocol; `docs/protocol.md` says when each comes.
public enum ErrorCode: String, Sendable, CaseIterable {
    case badMessage = "bad_message"
    case unknownType = "unknown_type"
    case helloFirst = "hello_first"
    case unsupportedProtocol = "unsupported_protocol"
    case unauthorized
    case rateLimited = "rate_limited"
    case badPuzzle = "bad_puzzle"
    case futurePuzzle = "future_puzzle"
    case puzzleClosed = "puzzle_closed"
    case notOpen = "not_open"
    case wrongLength = "wrong_length"
    case badLetters = "bad_letters"
    case notInWordList = "not_in_word_list"
    case hardMode = "hard_mode"
    case hardModeLocked = "hard_mode_locked"
    case staleRow = "stale_row"
    case rowAhead = "row_ahead"
    case gameOver = "game_over"
    case moved
    case badName = "bad_name"
    case nameTaken = "name_taken"
    case noSuchRoom = "no_such_room"
    case roomFull = "room_full"
    case notInRoom = "not_in_room"
    case tooManyRooms = "too_many_rooms"
    case storageUnavailable = "storage_unavailable"
    case draining
}
