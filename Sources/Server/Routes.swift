import HTTP1
import Telemetry

/// What is asked over plain HTTP and answered without the hub: the page's files and the metrics. Every shard has its own.
struct Routes: Sendable {
    /// Takes the one answer to a request.
    typealias Reply = (HTTPResponse) -> Void

    /// Where an answer comes from.
    enum Answer {
        case here(HTTPResponse)
        /// From the hub; with the segments of the path behind `/api/v1`.
        case hub(path: [String])
    }

    let files: StaticFiles
    /// Nil where the host has not switched them on.
    let metrics: ServerMetrics?

    /// Answers a request, or says that the hub has to.
    func answer(to head: RequestHead) -> Answer {
        guard let segments = head.target.segments else {
            return .here(.problem(.badRequest, "The path cannot be read."))
        }
        if segments.starts(with: ["api", "v1"]) { return .hub(path: Array(segments.dropFirst(2))) }
        guard head.method == .get || head.method == .head else { return .here(.notAllowed("GET, HEAD")) }
        if segments == ["metrics"], let metrics {
            let text = metrics.prometheusText()
            return .here(
                HTTPResponse(.ok, fields: [("Content-Type", PrometheusText.contentType)], body: Array(text.utf8)))
        }
        return .here(page(for: "/" + segments.joined(separator: "/"), head))
    }

    private func page(for path: String, _ head: RequestHead) -> HTTPResponse {
        guard let file = files.file(for: path) else { return .notFound }
        // The page asks each time whether a file has changed, and nearly always hears that it has not.
        let fields = [("ETag", file.entityTag.text), ("Cache-Control", "no-cache")]
        if let condition = head.fields["if-none-match"], file.entityTag.isNamed(byIfNoneMatch: condition) {
            return HTTPResponse(.notModified, fields: fields)
        }
        return HTTPResponse(.ok, fields: fields + [("Content-Type", file.contentType)], body: file.body)
    }
}
