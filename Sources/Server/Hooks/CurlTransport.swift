import CCurl
import Glibc
import Synchronization

/// Sends deliveries by libcurl, with certificates checked by OpenSSL.
struct CurlTransport: HookTransport {
    /// The name of the library in Debian's libcurl4.
    static let library = "libcurl.so.4"
    private static let loading = Mutex(())

    private let authorities: String?
    private let allowsPlain: Bool
    /// ms for a delivery.
    private let patience: Int

    /// Throws a sentence for the operator where there is no libcurl.
    init(
        _ settings: HookSettings, patience: Int = HookBounds.patience, library: String = CurlTransport.library
    ) throws(ConfigurationFault) {
        authorities = settings.authorities
        allowsPlain = settings.allowsPlain
        self.patience = patience
        let reason = CurlTransport.loading.withLock { _ in curl_load(library).map { String(cString: $0) } }
        if let reason { throw ConfigurationFault("webhook: needs \(library), the package libcurl4: \(reason)") }
    }

    func post(_ body: [UInt8], to address: String, fields: [String]) -> HookAnswer {
        var reason = [CChar](repeating: 0, count: 256)
        let status = withPointers(to: fields) { fields in
            address.withCString { address in
                withOptionalPointer(to: authorities) { authorities in
                    body.withUnsafeBytes { body in
                        var request = curl_post_request(
                            address: address, fields: fields.baseAddress, field_count: Int32(fields.count),
                            body: body.baseAddress, body_count: body.count, patience: patience,
                            most: HookBounds.answer, allows_plain: allowsPlain ? 1 : 0, authorities: authorities)
                        return curl_post(&request, &reason, reason.count)
                    }
                }
            }
        }
        guard status <= 0 else { return .status(Int(status)) }
        let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return .failed(text.isEmpty ? "no answer" : text, HookObstacle(curl: -Int(status)))
    }

    private func withOptionalPointer<Value>(
        to text: String?, _ body: (UnsafePointer<CChar>?) -> Value
    ) -> Value {
        guard let text else { return body(nil) }
        return text.withCString(body)
    }

    private func withPointers<Value>(
        to texts: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer(body)
    }
}
