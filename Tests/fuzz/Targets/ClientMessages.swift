import Messages

/// Messages of a client, as JSON.
enum ClientMessages {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        guard case .success(let request) = decode(bytes) else { return }
        // What is taken is JSON by the grammar, which takes more: names that come twice, any depth.
        try Finding.unless(JSONGrammar.isObject(bytes), "taken as a message, and no JSON object: \(bytes)")
        let encoded = request.encoded()
        try Finding.unless(JSONGrammar.isObject(encoded), "encoded as no JSON: \(encoded)")
        let again = decode(encoded)
        try Finding.unless(again == .success(request), "encoded, it is another: \(again), was \(request)")
    }

    private static func decode(_ bytes: [UInt8]) -> Result<ClientRequest, ClientMessageFault> {
        Result { () throws(ClientMessageFault) in try ClientRequest(decoding: bytes) }
    }
}
