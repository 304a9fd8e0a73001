import Foundation

extension Replay {
    /// The maximum size of a file, in bytes. Fifty lanes of ten rows take a tenth of it.
    package static let largestFile = 1 << 20

    /// The fields that are read first, since a later version may have other fields.
    private struct Head: Decodable {
        let format: String
        let version: Int
    }

    /// Reads a document. The contents are not judged: see `ReplayJudge`.
    package init(reading bytes: [UInt8]) throws(ReplayReadError) {
        guard bytes.count <= Replay.largestFile else { throw .tooLarge }
        let head: Head = try Replay.decode(bytes)
        guard head.format == Replay.formatName else {
            throw .notReadable("its format is \(ReplayFault.shown(head.format))")
        }
        guard head.version <= Replay.formatVersion else { throw .laterVersion(head.version) }
        guard head.version >= Replay.firstVersion else { throw .notReadable("there is no version \(head.version)") }
        self = try Replay.decode(bytes)
    }

    private static func decode<Value: Decodable>(_ bytes: [UInt8]) throws(ReplayReadError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw .notReadable(reason(error))
        } catch {
            throw .notReadable("\(error)")
        }
    }

    private static func reason(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "\(place(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context), .typeMismatch(_, let context):
            "\(place(context.codingPath)) is not of its kind"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
        case .dataCorrupted(let context): "\(place(context.codingPath)) is not of its kind"
        @unknown default: "it is not JSON"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
    }

    /// Returns a document without the whitespace between its tokens.
    static func compact(_ bytes: [UInt8]) -> [UInt8] {
        var compact: [UInt8] = []
        compact.reserveCapacity(bytes.count)
        var (isInString, isEscaped) = (false, false)
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
            } else if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                continue
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            }
            compact.append(byte)
        }
        return compact
    }
}
