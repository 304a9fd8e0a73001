/// The one thread on which a hub lives. All of a hub's code runs there; other threads hand it work through this.
package protocol HubExecutor: Sendable {
    /// Runs `job` on the hub's thread, after all that was enqueued before it.
    func enqueue(_ job: @escaping @Sendable () -> Void)
}

/// Carries a value that is confined to the hub's thread through a `@Sendable` closure that returns to that thread.
///
/// Unchecked because the compiler cannot see what `HubExecutor.enqueue` promises. The closure runs on the thread on
/// which it was made, and no other thread touches the value in between.
package struct Confined<Value>: @unchecked Sendable {
    package let value: Value

    package init(value: Value) { self.value = value }
}
