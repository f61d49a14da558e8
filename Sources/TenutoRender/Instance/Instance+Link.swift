internal import Synchronization
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Links for handing on: one instance reads the outputs of its predecessor directly.
extension Instance {
  /// The memory shared with the host since the last `allocate`, as long as it is rendered.
  var renderMemory: InstanceMemory? { setup.withLock { $0.memory } }

  /// Whether the extension has refused to follow another one.
  var refusesLinks: Bool {
    get { setup.withLock { $0.refusesLinks } }
    set { setup.withLock { $0.refusesLinks = newValue } }
  }

  /// Lets the extension read the output of `predecessor`, and lets the render thread make it
  /// follow; replaces an earlier link.
  ///
  /// Both are allocated with the same frame capacity.
  ///
  /// Thread: control, while it does not follow. A new `allocate` ends the link.
  /// - Parameters:
  ///   - own: Its memory since the last `allocate`.
  ///   - predecessor: The predecessor's memory.
  ///   - sources: For each input channel, the predecessor's output channel, or nil for silence.
  /// - Throws: `.refused` if the extension cannot follow, `.extensionDied` and similar errors.
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
  /// Thread: control, while it does not follow.
  ///
  /// - Throws: `.extensionDied` and similar errors.
  func unlink(_ own: InstanceMemory) throws(HostError) {
    own.forgetPredecessor()
    _ = try converse { conversation throws(HostError) in try conversation.ask(UnlinkRequest()) }
  }
}
