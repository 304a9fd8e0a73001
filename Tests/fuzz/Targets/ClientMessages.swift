import Foundation
import Messages

/// What a client says, as JSON.
enum ClientMessages {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        guard case .success(let request) = decode(bytes) else { return }
        // A second opinion: what is taken here is JSON to others, too. (Theirs takes more: names that come twice, depth.)
        try Finding.unless(isObject(bytes), "taken as a message, and no JSON object: \(bytes)")
        let encoded = request.encoded()
        try Finding.unless(isObject(encoded), "encoded as no JSON: \(encoded)")
        let again = decode(encoded)
        try Finding.unless(again == .success(request), "encoded, it is another: \(again), was \(request)")
    }

    private static func decode(_ bytes: [UInt8]) -> Result<ClientRequest, ClientMessageFault> {
        Result { () throws(ClientMessageFault) in try ClientRequest(decoding: bytes) }
    }

    private static func isObject(_ bytes: [UInt8]) -> Bool {
        do {
            return try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any]
        } catch {
            return false
        }
    }
}
