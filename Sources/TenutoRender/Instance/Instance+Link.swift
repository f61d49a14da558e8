internal import Synchronization
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Chains that are handed on: one instance reads the outputs of the one before it itself.
extension Instance {
  /// What it shares with the host as of the last `allocate`, as long as something renders.
  var renderMemory: InstanceMemory? { setup.withLock { $0.memory } }

  /// Whether it has said that it cannot follow another one.
  var refusesLinks: Bool {
    get { setup.withLock { $0.refusesLinks } }
    set { setup.withLock { $0.refusesLinks = newValue } }
  }

  /// Lets it hear what `predecessor` renders, and the render thread have it follow; replaces an
  /// earlier link.
  ///
  /// Both are allocated, with the same frame capacity.
  ///
  /// Thread: control, while it follows no other. A new `allocate` ends the link.
  /// - Parameters:
  ///   - own: Its memory as of the last `allocate`.
  ///   - predecessor: The other's.
  ///   - sources: For each input channel the other's output channel, nil for silence.
  /// - Throws: `.refused` where the extension cannot, `.extensionDied` and the like.
  func link(
    _ own: InstanceMemory, behind predecessor: InstanceMemory, sources: [Int?]
  ) throws(HostError) {
    let shape = predecessor.outputShape
    _ = try converse { conversation throws(HostError) in
      try conversation.ask(
        LinkRequest(
          frameCapacity: shape.frameCapacity, channelCount: shape.channelCount, sources: sources),
        descriptors: [predecessor.outputDescriptor])
    }
    own.setPredecessor(predecessor, sources: sources)
  }

  /// Ends the link, if there is one.
  ///
  /// Thread: control, while it follows no other.
  ///
  /// - Throws: `.extensionDied` and the like.
  func unlink(_ own: InstanceMemory) throws(HostError) {
    own.forgetPredecessor()
    _ = try converse { conversation throws(HostError) in try conversation.ask(UnlinkRequest()) }
  }
}
