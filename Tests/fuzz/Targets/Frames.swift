import Bytes
import WebSockets

/// A stream of frames, good or bad. First byte: which end reads it (see ``SocketEnd``). Second byte: the cut.
enum Frames {
    static func check(_ bytes: [UInt8]) throws(Finding) {
        var input = FuzzInput(bytes)
        let end = SocketEnd(variant: input.byte())
        let seed = input.byte()
        try check(input.remaining, end, seed)
    }

    /// Checks that a stream has one outcome for every cut, within the bounds, and answers that the peer understands.
    static func check(_ stream: [UInt8], _ end: SocketEnd, _ seed: UInt8) throws(Finding) {
        let cuts = FuzzInput.cuts(of: stream, seed: seed)
        let whole = end.outcome(of: cuts[0])
        for cut in cuts.dropFirst() {
            let other = end.outcome(of: cut)
            // Who refers back farther than was agreed breaks the rule (RFC 7692 section 7.1.2.1). zlib finds that only
            // where the referenced bytes are in its window, and not in the output of the same call, so the cut decides.
            // With a window that holds everything, it does not.
            if other != whole, let wide = end.wide, wide.outcome(of: cut) == wide.outcome(of: cuts[0]) { continue }
            try Finding.unless(other == whole, "cut as \(cut.map(\.count)): \(other), whole: \(whole)")
        }
        try Finding.unless(whole.longest <= end.limit, "a message of \(whole.longest) bytes")
        // The peer's bound does not matter here: our answers are control frames.
        let heard = end.peer.outcome(of: [whole.answers])
        try Finding.unless(heard.fault == nil, "answered with what is no answer: \(heard), after \(whole)")
        try Finding.unless(
            heard.events.allSatisfy { $0.hasPrefix("pong ") || $0.hasPrefix("closed ") },
            "answered with \(heard.events)")
        try Finding.unless(
            whole.fault == nil || heard.events.last?.hasPrefix("closed ") == true
                || whole.events.last?.hasPrefix("closed") == true,
            "a fault without a Close: \(whole)")
    }
}
