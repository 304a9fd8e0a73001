/// The errors of the protocol, as refusals of requests. `docs/protocol.md` lists them with their further fields.
public enum ErrorCode: String, Sendable, CaseIterable {
    /// The bytes are no request: no JSON object (RFC 8259), or a field that is missing or of the wrong kind. A name
    /// that stands twice, more than 32 fields, and nesting deeper than 16 are refused too. Mend the client.
    case badMessage = "bad_message"
    /// The server knows no message of this type. It may be of an older version: do without the message.
    case unknownType = "unknown_type"
    /// A request came before `hello`, or `hello` came twice. As a push, another server serves the socket: say `hello`
    /// again, then `join` and `watch` with the resume points.
    case helloFirst = "hello_first"
    /// The server does not speak the protocol version of `hello`. Update the client.
    case unsupportedProtocol = "unsupported_protocol"
    /// `hello` proved no player: no session, an invalid token, or a session that was ended. Ask for a session with
    /// `POST /api/v1/session`.
    case unauthorized
    /// The operator of the server keeps the player out. The server closes the socket with code 4502: do not reconnect.
    case banned
    /// A rate is exceeded, or the server has too much to do. Send the request again after the ms of
    /// ``ErrorReply/Detail/retry(_:)``.
    case rateLimited = "rate_limited"
    /// The server has no such puzzle, line or ranking, or the request does not apply to that kind of game. Choose among
    /// the lines of `welcome`.
    case badPuzzle = "bad_puzzle"
    /// The day of the puzzle has not begun in the time zone of the server. Wait for the push `day`.
    case futurePuzzle = "future_puzzle"
    /// The day is over, and the game was not begun or can no longer be finished. Open the puzzle as a past day, with
    /// `archive`.
    case puzzleClosed = "puzzle_closed"
    /// The player has no such game. Send `open` or `practice` first.
    case notOpen = "not_open"
    /// The word has the wrong number of letters. ``ErrorReply/Detail/length(_:)`` is the right number; where words may
    /// be shorter, the highest.
    case wrongLength = "wrong_length"
    /// The word has a character that is no letter of the language. Let the player correct it.
    case badLetters = "bad_letters"
    /// No list has the word. The guess costs no row: let the player try another word.
    case notInWordList = "not_in_word_list"
    /// An anagram word has too few letters. ``ErrorReply/Detail/length(_:)`` is the lowest number that counts.
    case tooShort = "too_short"
    /// An anagram word needs a tile that is not left. ``ErrorReply/Detail/letter(_:)`` is the letter without a tile.
    case notLayable = "not_layable"
    /// The word does not use a clue that hard mode binds. The detail is the clue: `position`, `copies`, `absent` or
    /// `moved`.
    case hardMode = "hard_mode"
    /// The level of hard mode cannot be raised: the game has a guess already, or its kind has no hard mode.
    case hardModeLocked = "hard_mode_locked"
    /// The row has another word already. ``ErrorReply/Detail/row(_:)`` is the next free row, from 0: show the board of
    /// `open` or `join` again.
    case staleRow = "stale_row"
    /// Rows before the named one are empty. ``ErrorReply/Detail/row(_:)`` is the next free row, from 0.
    case rowAhead = "row_ahead"
    /// The game has ended, or its time is up. Show its end.
    case gameOver = "game_over"
    /// The words of a game or a round were asked for, and it still goes on. Ask again after its end.
    case notOver = "not_over"
    /// Another connection of the player plays this game, or plays in this room. Take it back with `open` or `join`.
    case moved
    /// A name breaks the rules. ``ErrorReply/Detail/reason(_:)`` is the broken rule, such as `too_short`: let the
    /// player choose another name.
    case badName = "bad_name"
    /// Another member of a room of the player has this name, or one that looks like it. Let the player choose another
    /// name.
    case nameTaken = "name_taken"
    /// The host shows the member under a pseudonym, which the member cannot take off. Only the host can change that.
    case nameHeld = "name_held"
    /// The operator gave the player a drawn name less than 24 hours ago. ``ErrorReply/Detail/retry(_:)`` is the rest of
    /// that time, in ms.
    case nameReset = "name_reset"
    /// The server is a classroom, which has no such thing or lets only its teacher do it. Hide the control from pupils.
    case notInClass = "not_in_class"
    /// No room has this code, or the room is closed. Let the player check the code.
    case noSuchRoom = "no_such_room"
    /// All seats of the room are taken. Offer to `watch`.
    case roomFull = "room_full"
    /// The connection has not joined the room, or does not see it. Send `join` or `watch` first.
    case notInRoom = "not_in_room"
    /// The player has the most seats that the server allows, or the connection watches the most rooms. `leave` one
    /// first.
    case tooManyRooms = "too_many_rooms"
    /// The request is for the host of the room alone. Hide the control from other members.
    case notHost = "not_host"
    /// The room is locked: it admits no new members. Offer to `watch`.
    case roomLocked = "room_locked"
    /// The operator of the server keeps the room out of the lobby, so that its host cannot list it.
    case roomBarred = "room_barred"
    /// The host has kicked the player, who can neither join nor watch until the host lets the player in again.
    case kicked
    /// The room has a password, and the request named none. Ask the player for it, and send the request again.
    case passwordNeeded = "password_needed"
    /// The password is wrong. The try counts towards the codes that an address may try in a minute.
    case wrongPassword = "wrong_password"
    /// The seat is empty, or the request does not apply to its member, such as a kick of the host.
    case badSeat = "bad_seat"
    /// A setting does not take the given value. ``ErrorReply/Detail/field(_:)`` names the setting.
    case badSettings = "bad_settings"
    /// A series is running. End it with `end_series` first.
    case seriesRunning = "series_running"
    /// No series is running in the room.
    case noSeries = "no_series"
    /// A round is running, so that the next one cannot begin. Wait for `round_over`, or send `end_round`.
    case roundRunning = "round_running"
    /// All members who are present sit out, so that no round can begin.
    case noRacers = "no_racers"
    /// The race is neither the round that runs nor the last one of the room. Take the race from the newest event
    /// `round`.
    case noSuchRace = "no_such_race"
    /// The boards of the round are not open yet. Wait until the instant `starts`.
    case notStarted = "not_started"
    /// The round is over. An accepted move that is sent again still gets its answer.
    case roundOver = "round_over"
    /// The member has no game in this round: came too late, sits out, or left. Wait for the next round.
    case notInRound = "not_in_round"
    /// The disk of the server is full or broken, and nobody else was told. Send the request again: it may be recorded
    /// all the same.
    case storageUnavailable = "storage_unavailable"
    /// The server is going down. Reconnect when the socket has been closed with code 1001, whose reason is `retry=MS`.
    case draining
}
