import Messages
import Puzzles

extension SealTime {
    /// As fields of a JSON object.
    func write(to json: inout JSONWriter) {
        json.field("when", when.rawValue)
        if let at { json.field("at", at) }
        if let time { json.field("time", time) }
    }
}
