import Bytes
import HTTP1
import Messages

/// Why a request is not answered as it wished, as the answer that it gets.
struct Refusal: Error {
    let response: HTTPResponse

    /// The code of a refusal of pages that are not this server's.
    static let foreignOrigin = "foreign_origin"

    init(_ status: HTTPStatus, _ detail: String, code: String? = nil) {
        response = .problem(status, detail, code: code)
    }
}

extension Request {
    /// Throws 415 if the request says that its body is something else than JSON. A page of another site can send a form
    /// without being asked, and JSON not.
    func checkMediaType() throws(Refusal) {
        let types = head.fields.values(of: "content-type")
        guard types.allSatisfy(Request.isJSON), types.count <= 1, body.isEmpty || !types.isEmpty else {
            throw Refusal(.unsupportedMediaType, "The body must be JSON, and Content-Type say application/json.")
        }
    }

    private static func isJSON(_ field: String) -> Bool {
        let type = ASCII.lowercased(field.parts(between: ";", most: 2)[0])
        return type.utf8.lazy.filter { !ASCII.isBlank($0) }.elementsEqual("application/json".utf8)
    }

    /// A string of the JSON object that the request brings. Throws 415 for another kind of body, 400 for one without
    /// it.
    func string(_ name: String) throws(Refusal) -> String {
        guard let value = try optionalString(name) else {
            throw Refusal(.badRequest, "The body must have the field \(name), a string.")
        }
        return value
    }

    /// Returns the string of a field; nil where there is none.
    func optionalString(_ name: String) throws(Refusal) -> String? {
        try checkMediaType()
        let object: JSONObject
        do throws(JSONObject.Fault) {
            object = try JSONObject(decoding: body)
        } catch {
            throw Refusal(.badRequest, "The body is no JSON object: \(error.reason).")
        }
        return object.string(name)
    }
}
