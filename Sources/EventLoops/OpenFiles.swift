import Glibc

/// The process's bound on open files, sockets among them.
package enum OpenFiles {
    /// Raises the bound to what the system lets us have, and returns it.
    @discardableResult
    package static func raiseLimit() -> UInt {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        limit.rlim_cur = limit.rlim_max
        // To raise the soft limit to the hard one is always allowed.
        let result = setrlimit(resource, &limit)
        precondition(result == 0, "setrlimit: \(String(cString: strerror(errno)))")
        return limit.rlim_cur
    }
}
