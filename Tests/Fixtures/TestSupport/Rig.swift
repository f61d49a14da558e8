package import TenutoCore
internal import TenutoMIDI
package import TenutoProcess
package import TenutoRender
package import TenutoSystem
internal import TenutoTransport

/// A graph that a test drives cycle by cycle, on its own thread.
package final class Rig {
  /// The prepared graph.
  package let graph: PreparedGraph

  /// Prepares `graph` at 48 kHz.
  ///
  /// - Throws: As `PreparedGraph`.
  package init(
    _ graph: Graph, frameCount: Int = 64, burst: Int = 1, inputChannelCount: Int = 0
  ) throws(HostError) {
    self.graph = try PreparedGraph(
      graph,
      format: EngineFormat(
        sampleRate: 48000, frameCount: frameCount, burst: burst,
        inputChannelCount: inputChannelCount))
  }

  /// Prepares instances in series; the last one is connected to the output.
  ///
  /// - Throws: As `PreparedGraph`.
  package convenience init(chain: [Instance], frameCount: Int = 64) throws(HostError) {
    try self.init(Graph(chain: chain), frameCount: frameCount)
  }

  /// Sends an event to a node in the next cycle.
  package func send(_ payload: TimedEvent.Payload, at frame: Int = 0, to node: Graph.NodeID) {
    unsafe graph.renderer.pointee.send(
      TimedEvent(frameOffset: UInt32(frame), payload: payload), toSlot: graph.slotNumber(of: node))
  }

  /// Plays a note at full velocity.
  package func play(_ note: UInt8, at frame: Int = 0, on node: Graph.NodeID) {
    let event = VoiceEvent.noteOn(channel: 0, note: note, velocity: 65535)
    send(.midi(event.ump), at: frame, to: node)
  }

  /// Renders one cycle and waits up to ten seconds; returns the samples of the first channel.
  @discardableResult
  package func render(
    _ frameCount: Int = 64, milliseconds: UInt64 = 10_000, channel: Int = 0,
    isRealtime: Bool = true
  ) -> [Float] {
    unsafe graph.renderer.pointee.render(
      frameCount: frameCount, until: .after(milliseconds: milliseconds),
      isRealtime: isRealtime)
    return mix(frameCount, channel: channel)
  }

  /// One output channel of the last cycle.
  package func mix(_ frameCount: Int = 64, channel: Int = 0) -> [Float] {
    let samples = unsafe graph.renderer.pointee.mixSamples(channel)
    return (0..<frameCount).map { unsafe samples[$0] }
  }

  /// Fills one input channel.
  package func setInput(_ value: Float, frameCount: Int, channel: Int) {
    let samples = unsafe graph.renderer.pointee.externalSamples(channel)
    for frame in 0..<frameCount { unsafe samples[frame] = value }
  }
}

extension Instance {
  /// Starts a program built with the package.
  ///
  /// - Throws: As `init`.
  package convenience init(
    built name: String, _ code: ComponentCode, environment: [String] = [],
    sandbox: SandboxPolicy = .standard
  ) throws(HostError) {
    try self.init(
      executablePath: Built.path(name), code: code, environment: environment, sandbox: sandbox)
  }

  /// Starts Sine.
  ///
  /// - Throws: As `init`.
  package static func sine(environment: [String] = []) throws(HostError) -> Instance {
    try Instance(built: "Sine", "aumu sine Tnto", environment: environment)
  }

  /// Starts the source that causes faults on command.
  ///
  /// - Throws: As `init`.
  package static func faulty(
    environment: [String] = [], sandbox: SandboxPolicy = .standard
  ) throws(HostError) -> Instance {
    try Instance(
      built: "FaultyExtension", "aumu falt Test", environment: environment, sandbox: sandbox)
  }

  /// Starts the effect that causes faults on command; otherwise it halves its input.
  ///
  /// - Throws: As `init`.
  package static func faultyEffect(
    environment: [String] = [], sandbox: SandboxPolicy = .standard
  ) throws(HostError) -> Instance {
    try Instance(
      built: "FaultyExtension", "aufx falt Test", environment: environment, sandbox: sandbox)
  }
}

extension TimedEvent.Payload {
  /// Orders a fault from a faulty kernel.
  package static func fault(_ number: Int) -> Self {
    .parameter(address: 0, value: Float(number))
  }

  /// Makes a faulty source encode the time in its samples.
  package static var coded: Self { .parameter(address: 1, value: 1) }
}
