extension Kernel where Self: ~Copyable {
  /// Passes an event to the kernel.
  ///
  /// Thread: render.
  @inlinable mutating func take(_ payload: TimedEvent.Payload) {
    switch payload {
    case .midi(let packet): receive(packet)
    case .parameter(let address, let value):
      handle(.parameter(address: address, value: value))
    case .ramp(let address, let value, let frameCount):
      handle(
        .ramp(address: address, value: value, frameCount: Int(truncatingIfNeeded: frameCount)))
    case .gesture: break  // only extensions send it
    }
  }
}
