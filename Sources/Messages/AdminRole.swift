/// The role of a session of the admin page.
package enum AdminRole: String, Hashable, Sendable, CaseIterable {
    /// May do everything that the page can.
    case owner
    /// Looks after players and rooms, and knows no word that is to come.
    case moderator
}

extension AdminRequest {
    /// The least that is needed for a request.
    package enum Right: Sendable {
        /// A session of any role.
        case moderator
        /// The session of an owner.
        case owner
        /// The rights of the server's user on its machine.
        case machine
    }

    /// The least that is needed for the request. The machine may ask for everything.
    package var right: Right {
        switch self {
        case .players, .resetName, .rename, .ban, .unban, .bans, .rooms, .resetRoomName, .renameRoom, .unlistRoom,
            .listRoom, .closeRoom, .refusedWords, .announcement, .announce, .withdraw:
            .moderator
        case .hostWords, .setWord, .clearWord, .leftOut, .leaveOut, .bringBack, .acts, .sessions, .endSessions: .owner
        case .link: .machine
        }
    }

    /// The work that a request makes.
    package enum Weight: Sendable {
        /// Reads a little.
        case look
        /// Reads much of the database, in which all other reads wait.
        case search
        /// Changes something, or is written into the audit log.
        case act
    }

    /// The work that the request makes. To read the words of coming days is an act.
    package var weight: Weight {
        switch self {
        case .announcement, .leftOut, .acts, .sessions: .look
        case .players, .bans, .rooms, .refusedWords: .search
        case .resetName, .rename, .ban, .unban, .resetRoomName, .renameRoom, .unlistRoom, .listRoom, .closeRoom,
            .hostWords, .setWord, .clearWord, .leaveOut, .bringBack, .announce, .withdraw, .link, .endSessions:
            .act
        }
    }
}
