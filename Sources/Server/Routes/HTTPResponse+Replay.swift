import Bytes
import HTTP1
import Rooms

extension HTTPResponse {
    /// The document about a race that is over. A browser may keep it, and asks each time whether it is still the same:
    /// names of players who are deleted go from it. Nobody else may, as some rooms show it to their members only.
    /// `?download=1` has it saved as a file.
    static func replay(
        _ document: [UInt8], of race: RaceID, in code: RoomCode, to head: RequestHead, now: HTTPDate
    ) -> HTTPResponse {
        let tag = EntityTag(of: document)
        var fields = [("ETag", tag.text), ("Cache-Control", "private, no-cache")]
        switch Preconditions(of: head, tag: tag, modified: nil, now: now) {
        case .failed: return .problem(.preconditionFailed, "The replay has another entity tag.")
        case .notModified: return HTTPResponse(.notModified, fields: fields)
        case .hold: break
        }
        fields.append(("Content-Type", "application/json"))
        if head.target.queryValue("download") == "1" {
            let name = "tilerace-\(code.text)-\(race.text.replacing("/", with: "-")).json"
            fields.append(("Content-Disposition", "attachment; filename=\"\(name)\""))
        }
        return HTTPResponse(.ok, fields: fields, body: SharedBytes(copying: document.span.bytes))
    }
}
