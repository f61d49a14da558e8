internal import CJACK
internal import Synchronization

extension JACKClient {
  /// Sets the notifications that the client receives; replaces the previous ones.
  ///
  /// - Throws: `.active`, `.requestRefused`, `.closed` or `.serverEnded`.
  public func setNotifications(_ notifications: JACKNotifications) throws(JACKError) {
    try unsafe core.withClient { client throws(JACKError) in
      try core.requireInactive("The notifications")
      _ = core.relay.notifications.exchange(notifications)
      guard unsafe core.relay.register(client) else {
        throw core.failure(.requestRefused, "could not set its notifications.")
      }
    }
  }

  /// Sets the processor that runs in each cycle; the previous one is destroyed.
  ///
  /// - Parameter processor: Moved into memory that the client owns until it is closed.
  /// - Throws: `.active`, `.requestRefused`, `.closed` or `.serverEnded`.
  public func setProcessor<Processor: JACKProcessor & ~Copyable>(
    _ processor: consuming Processor
  ) throws(JACKError) {
    let handle = try renderHandle()
    let context = UnsafeMutablePointer<JACKProcess<Processor>>.allocate(capacity: 1)
    unsafe context.initialize(to: JACKProcess(handle: handle, processor: processor))
    nonisolated(unsafe) let memory = unsafe context  // freed after the last callback
    let free: @Sendable () -> Void = {
      unsafe memory.deinitialize(count: 1)
      unsafe memory.deallocate()
    }
    do throws(JACKError) {
      try unsafe setProcess(Processor.entry, context: context, free: free)
    } catch {
      free()
      throw error
    }
  }

  /// Sets the function that runs in each cycle; the previous processor is destroyed.
  ///
  /// Unsafe: `context` must stay valid until the client is closed or another function is set.
  ///
  /// - Parameters:
  ///   - function: Called on the render thread; mark it `@_noLocks`.
  ///   - context: The function's second argument.
  /// - Throws: `.active`, `.requestRefused`, `.closed` or `.serverEnded`.
  @unsafe
  public func setProcess(
    _ function: JACKProcessFunction, context: UnsafeMutableRawPointer?
  ) throws(JACKError) {
    try unsafe setProcess(function, context: context, free: nil)
  }

  /// Sets the function that the client's render thread runs in place of a process callback.
  ///
  /// It loops forever: `JACKRenderHandle.waitForCycle`, then `endCycle`. JACK cancels its thread
  /// when the client is closed.
  ///
  /// Unsafe: `context` must stay valid until the client is closed.
  ///
  /// - Parameters:
  ///   - function: Called on the render thread; mark it `@_noLocks`.
  ///   - context: The function's argument.
  /// - Throws: `.active`, `.requestRefused`, `.closed` or `.serverEnded`.
  ///
  /// The corresponding JACK call is `jack_set_process_thread`.
  @unsafe
  package func setProcessThread(
    _ function: @convention(c) (_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    context: UnsafeMutableRawPointer?
  ) throws(JACKError) {
    try unsafe core.withClient { client throws(JACKError) in
      try core.requireInactive("The process thread")
      let status = unsafe core.library.api.pointee.set_process_thread(client, function, context)
      guard status == 0 else {
        throw core.failure(.requestRefused, "could not set its process thread.")
      }
    }
  }

  /// Sets the function as `setProcess(_:context:)` does; calls `free` when it can no longer run.
  func setProcess(
    _ function: JACKProcessFunction, context: UnsafeMutableRawPointer?,
    free: (@Sendable () -> Void)?
  ) throws(JACKError) {
    try unsafe core.withClient { client throws(JACKError) in
      try core.requireInactive("The process callback")
      let status = unsafe core.library.api.pointee.set_process_callback(client, function, context)
      guard status == 0 else {
        throw core.failure(.requestRefused, "could not set its process callback.")
      }
      let previous = core.state.withLock { state in
        defer { state.freeProcess = free }
        return state.freeProcess
      }
      previous?()
    }
  }
}

extension ClientCore {
  func requireInactive(_ what: String) throws(JACKError) {
    guard !state.withLock({ $0.isActive }) else { throw .active(name, what) }
  }
}
