internal import TenutoProcess
internal import TenutoTransport

/// What the render thread notes in the flight recorders of its nodes.
extension Renderer {
  /// Begins the cycle in the recorders of all nodes that live, with the music's time.
  ///
  /// Thread: render. Before the contexts are announced.
  @_noLocks
  mutating func beginFlights(frameCount: Int, isOffline: Bool) {
    guard mayFly else { return }
    mayFly = false
    for member in 0..<plan.memberCount {
      let slot = unsafe plan.members[member]
      guard unsafe slots[slot].life.isAlive, let recorder = unsafe slots[slot].link.pointee.recorder
      else { continue }
      mayFly = true
      unsafe recorder.pointee.beginCycle(
        sampleTime: sampleTime, frameCount: frameCount, isOffline: isOffline)
      for index in 0..<contextCount {
        unsafe recorder.pointee.record(contexts[index], frameOffset: contextFrames[index])
      }
    }
  }

  /// Keeps the input that a node is asked to render.
  ///
  /// Thread: render.
  @_noLocks
  func recordInput(_ slot: Int, frameCount: Int) {
    guard let recorder = unsafe slots[slot].link.pointee.recorder else { return }
    unsafe recorder.pointee.markAsked()
    for channel in 0..<(unsafe slots[slot].port.inputChannelCount) {
      unsafe recorder.pointee.recordInput(
        channel, UnsafePointer(slots[slot].port.inputSamples(channel)), count: frameCount)
    }
  }

  /// Ends the cycle in all recorders.
  ///
  /// Thread: render.
  @_noLocks
  func endFlights() {
    guard mayFly else { return }
    for member in 0..<plan.memberCount {
      let slot = unsafe plan.members[member]
      if let recorder = unsafe slots[slot].link.pointee.recorder {
        unsafe recorder.pointee.endCycle()
      }
    }
  }
}
