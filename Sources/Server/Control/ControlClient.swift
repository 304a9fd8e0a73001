import EventLoops
import Foundation
import Glibc
import Messages

/// Asks the server that runs on a data folder for what only its operator may have.
package struct ControlClient {
    /// The folder.
    private let folder: String
    /// ms for one call: somewhat longer than the server takes to say that it cannot.
    private let patience: Int

    /// Bytes of an answer at most.
    private static let answerBytes = 1 << 20

    package init(folder: String, patience: Int = 30_000) {
        // As the server writes it: the path of a socket is short.
        self.folder = PathWalk(folder).path
        self.patience = patience
    }

    /// Returns the answer to a request: a JSON object. Throws a sentence for the operator if no server answers.
    package func ask(_ request: AdminRequest) throws(ConfigurationFault) -> [UInt8] {
        try ask(line: request.encoded)
    }

    /// Sends a line, which need not be a request, and returns the answer.
    func ask(line: [UInt8]) throws(ConfigurationFault) -> [UInt8] {
        let socket = try connect()
        defer { close(socket) }
        try send(line + [UInt8(ascii: "\n")], to: socket)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while answer.last != UInt8(ascii: "\n") {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0, answer.count < ControlClient.answerBytes else {
                throw ConfigurationFault("the server on \(folder) did not answer: it may be going down")
            }
            answer += buffer[..<count]
        }
        return answer.dropLast()
    }

    private func connect() throws(ConfigurationFault) -> Int32 {
        do throws(EventLoopError) {
            return try LocalSocket.connect(folder: folder, name: DataFolder.controlName, patience: patience)
        } catch {
            switch error.errno {
            case ENOENT, ECONNREFUSED:
                throw ConfigurationFault("no server is running on the data folder \(folder)")
            case EACCES, EPERM:
                throw ConfigurationFault(
                    "the data folder \(folder) is another user’s: run this as root, or as that user")
            default: throw ConfigurationFault("the server on \(folder) cannot be reached: \(error)")
            }
        }
    }

    private func send(_ bytes: [UInt8], to socket: Int32) throws(ConfigurationFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // It has said why already.
            if sent < 0, errno == EPIPE { return }
            guard sent > 0 else {
                throw ConfigurationFault("the server on \(folder) does not listen: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(sent)
        }
    }
}

extension DataFolder {
    /// The socket by which the operator's programs reach the server that runs on the folder.
    static let controlName = "control"

    /// Takes the socket away. To be called while the folder is ours: the next server makes one of the same name.
    func removeControlSocket() {
        let file = path + "/" + DataFolder.controlName
        var status = stat()
        if lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK { unlink(file) }
    }
}
