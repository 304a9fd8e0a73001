import Foundation
import TestKit
import Testing

/// The units of systemd in `deploy/`, as far as they can be looked at where systemd does not run the machine.
@Suite struct ServiceUnitTests {
    private static let analyzer = "/usr/bin/systemd-analyze"
    private static let isThere = FileManager.default.isExecutableFile(atPath: analyzer)

    private func unit() throws -> [Substring] {
        let file = try #require(SourceTree.all.first { $0.path == "deploy/tilerace.service" })
        return file.lines.filter { !$0.hasPrefix("#") }
    }

    /// The exposure by `systemd-analyze security`, in tenths: 15 of 100. `./test` installs it.
    @Test(
        "The service units keep their exposure low",
        .enabled(if: isThere, "NOT TESTED: systemd-analyze (of the package systemd) is not installed"),
        arguments: [
            ("deploy/tilerace.service", "tilerace.service"), ("deploy/cluster/tilerace@.service", "tilerace@i.service"),
        ])
    func theServiceIsHardlyExposed(path: String, name: String) throws {
        let (output, status) = try Process.output(of: [
            ServiceUnitTests.analyzer, "security", "--no-pager", "--offline=true", "--threshold=15",
            SourceTree.root.appendingPathComponent(path).path,
        ])
        let told = String(decoding: output, as: UTF8.self)
        #expect(status == 0, "\(told.split(separator: "\n").filter { !$0.contains("✓") })")
        #expect(told.contains("Overall exposure level for \(name)"), "\(told)")
    }

    /// A host who follows a comment that forgets a setting would cut the server off.
    @Test("The comments of the service unit name each setting by which the server connects to others")
    func theCommentsNameConnections() throws {
        let file = try #require(SourceTree.all.first { $0.path == "deploy/tilerace.service" })
        let comments = file.lines.filter { $0.hasPrefix("#") }.joined(separator: "\n")
        for setting in ["`webhook`", "`storage`", "`bus`", "its webhooks, PostgreSQL and bus"] {
            #expect(comments.contains(setting), "\(setting)")
        }
        #expect(!comments.contains("opens no connection"))
    }

    /// The grants that the server needs, checked also where nothing analyses the unit.
    @Test("The service unit grants what the server needs")
    func theServiceHasWhatTheServerNeeds() throws {
        let lines = try unit()
        for needed in [
            "UMask=0077", "StateDirectoryMode=0700", "PrivateUsers=yes", "SystemCallFilter=setpriority",
            "SystemCallErrorNumber=EPERM",
            // docs/monitoring.md names a socket in it, and the rest of the system is read-only.
            "RuntimeDirectory=tilerace", "RuntimeDirectoryMode=0750",
        ] {
            #expect(lines.contains { $0 == needed }, "\(needed)")
        }
        // The machine's boot ID would be hidden, and with it whether the server's clock ran on.
        #expect(!lines.contains { $0.hasPrefix("ProcSubset=") })
    }
}
