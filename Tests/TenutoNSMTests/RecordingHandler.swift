import Synchronization

@testable import TenutoNSM

/// Records its requests, and fails on command.
final class RecordingHandler: NSMHandler {
  struct State: Sendable {
    var projects: [NSMProject] = []
    var saveCount = 0
    var isLoaded = false
    var lossCount = 0
    var failure: NSMFailure?
    /// Called at each `open`, on the client's thread.
    var onOpen: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// The requests so far.
  var now: State { state.withLock { $0 } }

  func onOpen(_ action: (@Sendable () -> Void)?) { state.withLock { $0.onOpen = action } }

  func fail(_ failure: NSMFailure?) { state.withLock { $0.failure = failure } }

  func open(_ project: NSMProject) throws(NSMFailure) {
    let (failure, onOpen) = state.withLock { state in
      state.projects.append(project)
      return (state.failure, state.onOpen)
    }
    onOpen?()
    if let failure { throw failure }
  }

  func save() throws(NSMFailure) {
    let failure = state.withLock { state in
      state.saveCount += 1
      return state.failure
    }
    if let failure { throw failure }
  }

  func sessionIsLoaded() { state.withLock { $0.isLoaded = true } }

  func serverWasLost() { state.withLock { $0.lossCount += 1 } }
}
