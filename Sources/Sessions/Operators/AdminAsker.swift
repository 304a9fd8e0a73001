import Messages
import Storage

/// The one who sends an operator's request.
package enum AdminActor: Hashable, Sendable {
    /// A program on the server's machine that runs as the server's user, or as root.
    case command
    /// A session of the admin page.
    case session(AdminRole, number: Int)

    /// The text in the audit log.
    package var text: String {
        switch self {
        case .command: "command"
        case .session(let role, let number): "\(role.rawValue) \(number)"
        }
    }

    /// Whether the actor may send a request.
    package func may(_ request: AdminRequest) -> Bool {
        switch (self, request.right) {
        case (.command, _), (.session, .moderator), (.session(.owner, _), .owner): true
        case (.session(.moderator, _), .owner), (.session, .machine): false
        }
    }
}

/// The sender and the verb of a request under way.
struct AdminAsker {
    let actor: AdminActor
    let verb: String

    /// The act for the audit log. `subject`: the player, room or puzzle that it concerns; never a word or a name.
    func act(_ subject: String, at now: Int) -> AdminAct {
        AdminAct(time: now, actor: actor.text, verb: verb, subject: subject)
    }
}

extension AdminAct {
    /// The act as the server's own log has it.
    var sentence: String { "\(actor): \(verb)\(subject.isEmpty ? "" : " \(subject)")" }
}
