import CLinux
import Glibc

/// The machine's processors.
package enum Processors {
    /// The number of processors that this process may run on, by its affinity (`taskset`, cpusets of containers).
    package static var count: Int { max(1, Int(linux_processor_count())) }
}
