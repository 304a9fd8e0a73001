import FuzzTargets
import Glibc

/// The target that `TILERACE_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = getenv("TILERACE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        end("TILERACE_FUZZ_TARGET must be one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
    }
    return target
}()

/// Ends the process without the traces of a finding: no input is to blame. `./test` knows the status.
private func end(_ reason: String) -> Never {
    print("NOT TRIED: \(reason)")
    fflush(nil)
    _exit(3)
}

/// The function that libFuzzer calls before the first input.
@_cdecl("LLVMFuzzerInitialize")
func initialize(_ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    do throws(Finding) {
        try target.prepare()
    } catch {
        end("\(target.rawValue): \(error)")
    }
    return 0
}

/// The function that libFuzzer calls with each input. The library brings its own `main`.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Finding) {
        try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        guard !error.isOfHarness else { end("\(target.rawValue): \(error)") }
        print("FINDING in \(target.rawValue): \(error)")
        fflush(nil)
        // libFuzzer keeps the input of whatever ends the process.
        abort()
    }
    return 0
}
