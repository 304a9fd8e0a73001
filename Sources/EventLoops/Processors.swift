import CLinux
import Glibc

/// The machine's processors.
package enum Processors {
    /// How many of them this process may run on, as its affinity (`taskset`, cpusets of containers) says.
    package static var count: Int { max(1, Int(linux_processor_count())) }
}
