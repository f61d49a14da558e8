/// The ports of a node, as its render thread holds them.
@safe struct NodePorts: ~Copyable, @unchecked Sendable {  // never changes
  let midi: JACKPort?
  let inputCount: Int
  let outputCount: Int
  private let ports: UnsafeMutablePointer<JACKPort>

  init(midi: JACKPort?, inputs: [JACKPort], outputs: [JACKPort]) {
    self.midi = midi
    inputCount = inputs.count
    outputCount = outputs.count
    unsafe ports = .allocate(capacity: max(1, inputs.count + outputs.count))
    for (index, port) in (inputs + outputs).enumerated() {
      unsafe (ports + index).initialize(to: port)
    }
  }

  deinit { unsafe ports.deallocate() }

  @_noLocks
  func input(_ channel: Int) -> JACKPort {
    precondition(channel >= 0 && channel < inputCount)
    return unsafe ports[channel]
  }

  @_noLocks
  func output(_ channel: Int) -> JACKPort {
    precondition(channel >= 0 && channel < outputCount)
    return unsafe ports[inputCount + channel]
  }
}
