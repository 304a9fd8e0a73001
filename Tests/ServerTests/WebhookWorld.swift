import Foundation
import Rooms
import Synchronization
import Telemetry
import TestKit
import Testing

@testable import Server

/// Answers as it is told, and keeps what it was sent.
final class WebhookReceiver: HookTransport {
    struct Got: Sendable {
        let body: String
        let address: String
        let fields: [String]
    }

    private let state = Mutex<(answers: [HookAnswer], got: [Got])>(([], []))
    private let silent = Mutex<Set<String>>([])

    func answer(_ answers: HookAnswer...) { state.withLock { $0.answers = answers } }
    /// An address that gives no answer.
    func silence(_ address: String) { silent.withLock { _ = $0.insert(address) } }
    var got: [Got] { state.withLock { $0.got } }

    func post(_ body: [UInt8], to address: String, fields: [String]) -> HookAnswer {
        let isSilent = silent.withLock { $0.contains(address) }
        return state.withLock { state in
            state.got.append(Got(body: String(decoding: body, as: UTF8.self), address: address, fields: fields))
            if isSilent { return .failed("no answer") }
            // The last answer stays.
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers.first ?? .status(204)
        }
    }
}

/// A data folder with a secret, a receiver and a clock.
final class WebhookWorld: Sendable {
    let folder: DataFolder
    let receiver = WebhookReceiver()
    let time = Mutex(TestServer.morning)
    let lines = Mutex<[String]>([])
    static let secret = "0123456789abcdef0123456789abcdef"

    init() throws {
        folder = try DataFolder(path: try TestServer.makeFolder())
        try folder.replace("hook-secret", with: WebhookWorld.secret + "\n")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder.path) }

    func configuration(_ change: (inout ServerConfiguration) -> Void = { _ in }) -> ServerConfiguration {
        TestServer.configuration(folder.path) { configuration in
            configuration.webhook = ["https://chat.example/hooks/1"]
            configuration.webhookRooms = [RoomCode("KYTE7")].compactMap(\.self)
            configuration.webhookSecret = folder.path + "/hook-secret"
            change(&configuration)
        }
    }

    func spool() throws -> HookSpool { try HookSpool(in: folder) }

    func sender(
        _ format: HookFormat = .json, metrics: ServerMetrics? = nil,
        _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws -> HookSender {
        let settings = try #require(try HookSettings(configuration(change)))
        let logger = Logger(
            threshold: .info, format: .text, now: { 0 }, sink: { line in self.lines.withLock { $0.append(line) } })
        return try HookSender(
            settings, key: try settings.key(in: folder), format, server: "Kites & Co", try spool(),
            HookSender.Tools(
                transport: receiver, now: { self.time.withLock { $0 } }, random: { 0.5 }), logger, metrics)
    }

    func pass(_ milliseconds: Int) { time.withLock { $0 += milliseconds } }
}
