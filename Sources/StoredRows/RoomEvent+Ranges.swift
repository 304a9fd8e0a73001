import Rooms

extension RoomEvent {
    /// Whether all numbers in it are within the ranges of their types.
    var isInRange: Bool {
        guard seat.map(StoredRange.ordinals.contains) ?? true else { return false }
        return switch self {
        case .guessed(_, _, let row, _, let elapsed), .played(_, _, let row, _, _, let elapsed):
            StoredRange.counts.contains(row) && StoredRange.milliseconds.contains(elapsed)
        case .finished(_, _, _, let turns, let elapsed, let points):
            StoredRange.counts.contains(turns) && StoredRange.milliseconds.contains(elapsed)
                && points.map(StoredRange.counts.contains) ?? true
        case .series(let series, _): StoredRange.ordinals.contains(series)
        case .round(let deal): deal.isInRange
        case .roundOver(let result): result.isInRange
        case .seriesOver(let series, let podium, _):
            StoredRange.ordinals.contains(series) && podium.allSatisfy(\.isInRange)
        // Events with a seat and no other number, and events whose settings were checked when they were decoded.
        case .created, .joined, .left, .renamed, .pseudonym, .nameHeld, .hosted, .opened, .started, .named, .daily,
            .locked,
            .password,
            .listed, .barred, .code, .kicked, .unkicked, .closed, .ready, .satOut, .settings, .dealt:
            true
        }
    }
}

extension SprintDeal {
    fileprivate var isInRange: Bool {
        [series, round].allSatisfy(StoredRange.ordinals.contains) && seats.allSatisfy(StoredRange.ordinals.contains)
            && [starts, ends].allSatisfy(StoredRange.milliseconds.contains)
    }
}

extension SprintResult {
    fileprivate var isInRange: Bool {
        standings.allSatisfy(\.isInRange) && (next.map(StoredRange.milliseconds.contains) ?? true)
    }
}

extension SprintStanding {
    fileprivate var isInRange: Bool {
        StoredRange.ordinals.contains(seat) && StoredRange.milliseconds.contains(elapsed)
            && [place, points, turns, score ?? 0].allSatisfy(StoredRange.counts.contains)
    }
}

extension PodiumPlace {
    fileprivate var isInRange: Bool {
        StoredRange.ordinals.contains(seat) && [place, points].allSatisfy(StoredRange.counts.contains)
    }
}
