/// A node's process callback: the state that lasts, and the ports of this client.
@safe struct NodeProcessor: ~Copyable {
  private let state: UnsafeMutablePointer<NodeState>
  private let ports: NodePorts
  private let handle: JACKRenderHandle

  /// `state` must outlive the client of `handle`.
  init(
    _ state: UnsafeMutablePointer<NodeState>, ports: consuming NodePorts, handle: JACKRenderHandle
  ) {
    unsafe self.state = state
    self.ports = ports
    self.handle = handle
  }

  @_noLocks
  fileprivate func process(frameCount: UInt32) {
    var cycle = unsafe JACKCycle(unsafeHandle: handle, frameCount: frameCount)
    unsafe state.pointee.process(&cycle, ports)
  }
}

/// The process callback of a node's client; its context is a `NodeProcessor`.
///
/// Not `JACKProcess.run`: in this module's debug builds the compiler does not specialise it, and
/// refuses it here.
@_noLocks
func renderNode(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context = unsafe context else { return 1 }
  unsafe context.assumingMemoryBound(to: NodeProcessor.self).pointee.process(
    frameCount: frameCount)
  return 0
}
