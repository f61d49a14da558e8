internal import Glibc
internal import Synchronization
internal import TenutoJACK

extension EngineClient {
  /// The realtime priority of the client's render thread, nil where it has none.
  ///
  /// Only while the client is active: of its threads the render thread has the highest.
  var realtimePriority: Int32? {
    state.withLock { state in
      guard state.client?.isActive == true else { return nil }
      return state.threads.compactMap(Self.priority).max()
    }
  }

  private static func priority(of thread: pthread_t) -> Int32? {
    var policy: CInt = 0
    var parameter = sched_param()
    guard unsafe pthread_getschedparam(thread, &policy, &parameter) == 0,
      policy == SCHED_FIFO || policy == SCHED_RR
    else { return nil }
    return parameter.sched_priority
  }
}
