import Messages
import Sessions

extension HTTPResponse {
    /// The answer with a document of the hub's, encoded, or with the reason why there is none.
    init(_ result: Result<some JSONDocument, QueryFault>) {
        switch result {
        case .success(let document): self = .state(document.json)
        case .failure(let fault): self.init(fault)
        }
    }

    /// The answer to a question that has none.
    init(_ fault: QueryFault) {
        switch fault {
        case .notFound(let missing): self = .problem(.notFound, missing.detail, code: missing.rawValue)
        case .badRequest(let detail): self = .problem(.badRequest, detail)
        case .tooMany(let retry): self = .tooMany("Too many rankings asked for from your address.", retry)
        case .unauthorized: self = .unauthorized
        case .notFinished:
            self = .problem(.forbidden, "Finish that race yourself first.", code: "not_finished")
        case .unavailable: self = .storageUnavailable
        }
    }
}
