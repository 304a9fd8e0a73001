/// Whether a request may go on, by the conditions that it makes (RFC 9110 section 13).
package enum Preconditions: Hashable, Sendable {
    /// All preconditions hold, or there are none.
    case hold
    /// The client has the present state: 304.
    case notModified
    /// The client wanted another state: 412.
    case failed

    /// Evaluates the conditions of a request in the order of section 13.2.2. `tag` and `modified` describe the
    /// representation that would be sent, if it has them. Only for a request that would succeed without conditions:
    /// others are answered with their own error (section 13.2.1).
    package init(of head: RequestHead, tag: EntityTag?, modified: HTTPDate?, now: HTTPDate) {
        let isRead = head.method == .get || head.method == .head
        self = .hold
        guard head.method != .options, head.method != .trace, head.method != .connect else { return }
        if let field = head.fields.combined("if-match") {
            guard field == "*" || tag?.isNamed(byIfMatch: field) == true else {
                self = .failed
                return
            }
        } else if let modified, let date = Preconditions.date("if-unmodified-since", head, now), modified > date {
            self = .failed
            return
        }
        if let field = head.fields.combined("if-none-match") {
            if field == "*" || tag?.isNamed(byIfNoneMatch: field) == true { self = isRead ? .notModified : .failed }
        } else if isRead, let modified, let date = Preconditions.date("if-modified-since", head, now) {
            if modified <= date { self = .notModified }
        }
    }

    /// Whether a Range is to be looked at: there is no If-Range, or it names exactly this strong tag (section 13.1.5).
    /// A date never does: files can change twice within its second.
    package static func allowsRange(_ head: RequestHead, tag: EntityTag?) -> Bool {
        let conditions = head.fields.values(of: "if-range")
        guard let condition = conditions.first else { return true }
        guard conditions.count == 1, let tag, !tag.isWeak else { return false }
        return condition == tag.text
    }

    /// The date of a condition. Nil for one that is no date, or stands twice: then there is no condition.
    private static func date(_ name: StaticString, _ head: RequestHead, _ now: HTTPDate) -> HTTPDate? {
        let values = head.fields.values(of: name)
        return values.count == 1 ? HTTPDate(values[0], now: now) : nil
    }
}

extension HeaderFields {
    /// All field lines of this name (in lower case) as one value (RFC 9110 section 5.3). Nil if there are none.
    func combined(_ name: StaticString) -> String? {
        let values = values(of: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
