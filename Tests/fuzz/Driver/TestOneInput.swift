import FuzzTargets
import Glibc

/// The target that `TILERACE_FUZZ_TARGET` names.
private let target: FuzzTarget = {
    let name = getenv("TILERACE_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        print("TILERACE_FUZZ_TARGET must be one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))")
        exit(2)
    }
    return target
}()

/// What libFuzzer calls with each input; it brings its own `main`.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do throws(Finding) {
        try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        print("FINDING in \(target.rawValue): \(error)")
        fflush(nil)
        // libFuzzer keeps the input of whatever ends the process.
        abort()
    }
    return 0
}
