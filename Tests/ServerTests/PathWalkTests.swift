import Foundation
import TestKit
import Testing

@testable import Server

@Suite(.blocking) struct PathWalkTests {
    /// A folder without links on the way to it.
    private let scratch = FileTrust.resolved(NSTemporaryDirectory()) + "/tilerace-walk-\(UUID().uuidString)"

    @Test("A path goes up from where a link leads, as the kernel does")
    func upBehindLinks() throws {
        defer { try? FileManager.default.removeItem(atPath: scratch) }
        let manager = FileManager.default
        try manager.createDirectory(atPath: scratch + "/a/b", withIntermediateDirectories: true)
        try manager.createDirectory(atPath: scratch + "/c", withIntermediateDirectories: true)
        try manager.createSymbolicLink(atPath: scratch + "/c/absolute", withDestinationPath: scratch + "/a/b")
        try manager.createSymbolicLink(atPath: scratch + "/c/relative", withDestinationPath: "../a/./b/")
        try manager.createSymbolicLink(atPath: scratch + "/c/twice", withDestinationPath: "relative")
        try manager.createSymbolicLink(atPath: scratch + "/c/round", withDestinationPath: "round")
        for (given, path) in [
            ("/c", "/c"), ("//c///", "/c"), ("/c/./.", "/c"), ("/c/..", ""), ("/c/absolute", "/c/absolute"),
            ("/c/absolute/..", "/a"), ("/c/relative/../b", "/a/b"), ("/c/twice/../..", ""),
            ("/c/twice/../../c/absolute", "/c/absolute"),
        ] {
            let walk = PathWalk(scratch + given)
            #expect(walk.path == scratch + path, "\(given)")
            #expect(FileTrust.resolved(scratch + given) == FileTrust.resolved(walk.path), "\(given)")
            #expect(walk.missing == [])
        }
        #expect(PathWalk("/../..").path == "/")
        #expect(PathWalk(scratch + "/c/new/deep").missing == [scratch + "/c/new", scratch + "/c/new/deep"])
        #expect(PathWalk(scratch + "/c/new/../deep").missing == [scratch + "/c/deep"])
        #expect(PathWalk(scratch + "/c/twice/new").missing == [scratch + "/a/b/new"])
        // A link that leads to itself ends the walk.
        _ = PathWalk(scratch + "/c/round/x")
        let links = PathWalk(scratch + "/c/twice/x").steps.filter { $0.linkOwner != nil }.map(\.place)
        #expect(links == [scratch + "/c/twice", scratch + "/c/relative"])
        #expect(links.allSatisfy { !$0.contains("..") })
    }
}
