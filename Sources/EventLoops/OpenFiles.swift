import Glibc

/// The process's bound on open files, sockets among them.
package enum OpenFiles {
    /// Raises the bound to what the system lets us have, and returns it. A system may refuse what its own hard limit
    /// allows, and then the bound stays. That happens where `fs.nr_open` was lowered since, or a sandbox takes the call
    /// away.
    @discardableResult
    package static func raiseLimit() -> UInt {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return 0 }
        let bound = limit.rlim_cur
        guard bound < limit.rlim_max else { return bound }
        limit.rlim_cur = limit.rlim_max
        return setrlimit(resource, &limit) == 0 ? limit.rlim_cur : bound
    }
}
