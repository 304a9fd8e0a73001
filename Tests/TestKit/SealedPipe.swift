import Foundation

/// A pipe to or from one other process. A process that is started at the same time inherits neither end, as it does
/// those of Foundation's `Pipe`: the reader would wait for the end of that process, too. It is a pair of sockets, so
/// bash takes itself for a remote shell there, and is given `--norc`.
package struct SealedPipe: Sendable {
    package let reading: FileHandle
    package let writing: FileHandle

    /// Throws where the system has no descriptors left.
    package init() throws {
        var ends: [Int32] = [0, 0]
        // Swift's module of the C library leaves out `pipe2`.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE)
        }
        reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }
}

extension Process {
    /// Runs a program of the path, and returns what it prints. `input` is at most 64 KiB: it is written
    /// before anything is read.
    package static func output(of arguments: [String], input: Data = Data()) throws -> (Data, status: Int32) {
        let process = Process()
        let (given, told) = (try SealedPipe(), try SealedPipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardInput = given.reading
        process.standardOutput = told.writing
        process.standardError = FileHandle.nullDevice
        try process.run()
        try told.writing.close()
        try given.writing.write(contentsOf: input)
        try given.writing.close()
        let output = try told.reading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (output, process.terminationStatus)
    }
}
