/// The ports of a node, as its render thread holds them.
@safe struct NodePorts: ~Copyable, @unchecked Sendable {  // never changes
  let midiInput: JACKPort?
  let inputCount: Int
  let outputCount: Int
  let midiOutputCount: Int
  private let ports: UnsafeMutablePointer<JACKPort>
  private let guards: UnsafeMutablePointer<PortGuard>

  /// Sorts a client's ports; there is a guard for each audio output.
  init(_ all: [JACKPort], guards: [PortGuard]) {
    func ports(_ kind: JACKPortKind, _ direction: JACKPortDirection) -> [JACKPort] {
      all.filter { $0.kind == kind && $0.direction == direction }
    }
    let (inputs, outputs) = (ports(.audio, .input), ports(.audio, .output))
    let midiOutputs = ports(.midi, .output)
    midiInput = ports(.midi, .input).first
    inputCount = inputs.count
    outputCount = outputs.count
    midiOutputCount = midiOutputs.count
    unsafe self.ports = .allocate(capacity: max(1, all.count))
    for (index, port) in (inputs + outputs + midiOutputs).enumerated() {
      unsafe (self.ports + index).initialize(to: port)
    }
    precondition(guards.count == outputCount, "each audio output has a guard")
    unsafe self.guards = .allocate(capacity: max(1, guards.count))
    for (index, entry) in guards.enumerated() {
      unsafe (self.guards + index).initialize(to: entry)
    }
  }

  deinit {
    unsafe ports.deallocate()
    unsafe guards.deallocate()
  }

  /// Holds what a cycle has put into an output at full scale, where others may hear it.
  ///
  /// Thread: render.
  @_noLocks
  func holdOutput(_ channel: Int, in cycle: borrowing JACKCycle) {
    unsafe guards[channel].hold(output(channel), in: cycle)
  }

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

  @_noLocks
  func midiOutput(_ group: Int) -> JACKPort {
    precondition(group >= 0 && group < midiOutputCount)
    return unsafe ports[inputCount + outputCount + group]
  }
}
