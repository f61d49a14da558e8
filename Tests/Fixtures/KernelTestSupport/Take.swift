public import TenutoExtension

/// The input and the output of a kernel.
public struct Take<K: Kernel & ~Copyable> {
  /// Frames in a second.
  public var sampleRate = 48000.0
  /// The channels of all busses.
  public var layout = K.component.defaultLayout
  /// The sample of a channel at a frame.
  public var input: (_ channel: Int, _ frame: Int) -> Float = { _, _ in 0 }
  private var events: [(frame: Int, payload: TimedEvent.Payload)] = []

  /// The output and the events of a kernel.
  public struct Sound {
    /// The samples of all output channels.
    public var channels: [[Float]]
    /// Parameters that the kernel set, with their frames.
    public var parameters: [(frame: Int, parameter: ParameterValue)] = []
  }

  /// Starts in silence.
  public init(sampleRate: Double = 48000, layout: BusLayout? = nil) {
    self.sampleRate = sampleRate
    if let layout { self.layout = layout }
  }

  private func address(_ identifier: String) -> ParameterAddress {
    guard let parameter = K.component.parameter(named: identifier) else {
      preconditionFailure("there is no parameter '\(identifier)'")
    }
    return parameter.address
  }

  /// Sets a parameter; calls must be in the order of frames.
  public mutating func set(_ identifier: String, _ value: Float, at frame: Int = 0) {
    events.append((frame, .parameter(address: address(identifier), value: value)))
  }

  /// Ramps a parameter; calls must be in the order of frames.
  public mutating func ramp(
    _ identifier: String, to value: Float, at frame: Int, over count: UInt32
  ) {
    events.append(
      (frame, .ramp(address: address(identifier), value: value, frameCount: count)))
  }

  /// Renders cycles of the lengths that `nextCycle` returns.
  public func render(_ frameCount: Int, nextCycle: () -> Int = { 512 }) -> Sound {
    var runner = KernelRunner<K>(
      sampleRate: sampleRate, maximumFrameCount: 512, layout: layout)
    var sound = Sound(channels: Array(repeating: [], count: layout.outputChannelCount))
    var start = 0
    while start < frameCount {
      let length = min(max(1, nextCycle()), 512, frameCount - start)
      for channel in 0..<layout.inputChannelCount {
        var span = runner.input(channel)
        for frame in 0..<length { span[frame] = input(channel, start + frame) }
      }
      runner.render(frameCount: length, events: cycle(from: start, length: length).span)
      for channel in sound.channels.indices {
        for frame in 0..<length { sound.channels[channel].append(runner.output(channel)[frame]) }
      }
      for index in 0..<runner.outputEvents.count {
        let event = runner.outputEvents[index]
        guard case .parameter(let address, let value) = event.payload else { continue }
        sound.parameters.append((start + Int(event.frameOffset), ParameterValue(address, value)))
      }
      start += length
    }
    return sound
  }

  private func cycle(from start: Int, length: Int) -> [TimedEvent] {
    events.filter { $0.frame >= start && $0.frame < start + length }.map {
      TimedEvent(frameOffset: UInt32($0.frame - start), payload: $0.payload)
    }
  }
}
