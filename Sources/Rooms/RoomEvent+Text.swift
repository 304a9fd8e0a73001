import GameRules

extension RoomEvent {
    /// The stored form of an event that comes with every guess; nil for the others. It is the JSON of the `Codable`
    /// form with sorted keys, at a tenth of an encoder's cost.
    package var storedText: String? {
        switch self {
        case .guessed(let race, let seat, let row, let verdict, let elapsed) where race.isPlain:
            return """
                {"guessed":{"elapsed":\(elapsed),"pattern":"\(verdict.text)","race":"\(race.text)","row":\(row),"seat":\(seat)}}
                """
        case .finished(let race, let seat, let solved, let turns, let elapsed, let points) where race.isPlain:
            let points = points.map { "\"points\":\($0)," } ?? ""
            return """
                {"finished":{"elapsed":\(elapsed),\(points)"race":"\(race.text)","seat":\(seat),"solved":\(solved),"turns":\(turns)}}
                """
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .guessed,
            .finished, .named, .locked, .password, .daily, .listed, .barred, .code, .kicked, .unkicked, .closed, .ready,
            .satOut, .settings, .series, .round, .dealt, .played, .roundOver, .seriesOver:
            return nil
        }
    }
}

extension RaceID {
    /// Whether the text stands in JSON as it is.
    fileprivate var isPlain: Bool {
        text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}
