/// Runs a kernel in this process: for an author's tests, and to measure the cost of isolation.
///
/// It calls the kernel as the extension's render thread does, split at the same frames, with
/// the same events: clamped values, and steps in place of ramps that it does not support.
@safe public struct KernelRunner<K: Kernel & ~Copyable>: ~Copyable {
  @usableFromInline var driver: KernelDriver<K>
  @usableFromInline let inputs: UnsafeMutablePointer<Float>
  @usableFromInline let outputs: UnsafeMutablePointer<Float>
  /// The most frames of one cycle.
  public let maximumFrameCount: Int
  /// Frames since start.
  public private(set) var sampleTime: Int64 = 0
  @usableFromInline let inputChannelCount: Int
  @usableFromInline let outputChannelCount: Int
  /// The events that the kernel has sent in the last cycle.
  public private(set) var outputEvents = EventList(capacity: 4096)
  /// The musical time at the start of the next cycle; advances by itself during playback.
  public var musicalContext = MusicalContext()
  private var contextBox = MusicalContextBox()
  private let sampleRate: Double
  private let table: ParameterTable

  /// Creates the kernel and its buffers, for the component's own channel counts or others.
  public init(
    sampleRate: Double, maximumFrameCount: Int, layout: BusLayout? = nil,
    unit: (any AudioUnit)? = nil
  ) {
    let layout = layout ?? K.component.defaultLayout
    self.sampleRate = sampleRate
    self.maximumFrameCount = maximumFrameCount
    inputChannelCount = layout.inputChannelCount
    outputChannelCount = layout.outputChannelCount
    let inputSamples = max(1, inputChannelCount * maximumFrameCount)
    let outputSamples = max(1, outputChannelCount * maximumFrameCount)
    unsafe inputs = .allocate(capacity: inputSamples)
    unsafe outputs = .allocate(capacity: outputSamples)
    unsafe inputs.initialize(repeating: 0, count: inputSamples)
    unsafe outputs.initialize(repeating: 0, count: outputSamples)
    table = ParameterTable.allocate(K.component.parameters)
    driver = KernelDriver(
      KernelSetup(
        sampleRate: sampleRate, maximumFrameCount: maximumFrameCount, layout: layout, unit: unit),
      table)
  }

  deinit {
    unsafe inputs.deallocate()
    unsafe outputs.deallocate()
    table.deallocate()
  }

  /// The input samples of the next cycle, to fill before `render`.
  @_lifetime(&self)
  public mutating func input(_ channel: Int) -> MutableSpan<Float> {
    precondition(channel >= 0 && channel < inputChannelCount)
    let span = unsafe MutableSpan(
      _unsafeStart: inputs + channel * maximumFrameCount, count: maximumFrameCount)
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// The output samples of the last cycle, as long as the largest cycle.
  @_lifetime(borrow self)
  public func output(_ channel: Int) -> Span<Float> {
    precondition(channel >= 0 && channel < outputChannelCount)
    let span = unsafe Span(
      _unsafeStart: outputs + channel * maximumFrameCount, count: maximumFrameCount)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Renders one cycle of `frameCount` frames, with `events` in time order.
  ///
  /// More frames than `maximumFrameCount` are a programmer error and trap. An event at or after
  /// the end of the cycle takes effect at its end.
  @inlinable
  public mutating func render(frameCount: Int, events: borrowing Span<TimedEvent>) {
    precondition(frameCount > 0 && frameCount <= maximumFrameCount)
    begin()
    var start = 0
    for index in events.indices {
      renderFrames(&start, to: min(Int(events[index].frameOffset), frameCount))
      driver.takeSteps()
      driver.take(events[index].payload)
    }
    renderFrames(&start, to: frameCount)
    advance(by: frameCount)
  }

  /// Renders one cycle without events.
  @inlinable public mutating func render(frameCount: Int) {
    render(frameCount: frameCount, events: Span())
  }

  /// Latency of the kernel in frames.
  public var latency: Int { driver.kernel.latency }

  /// Tail of the kernel in seconds.
  public var tail: Double { driver.kernel.tail }

  /// The value of a parameter, or the target of its ramp; 0 for an unknown one.
  public func value(of address: ParameterAddress) -> Float { table.value(of: address) ?? 0 }

  /// Clears the kernel's notes, tails and delay lines.
  public mutating func reset() { driver.kernel.reset() }

  /// The kernel's state between two cycles; nil if it has no snapshot.
  public mutating func snapshot() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: driver.snapshotByteCount())
    guard !bytes.isEmpty else { return nil }
    let isComplete = unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe driver.serve(SnapshotJob(bytes.baseAddress, count: bytes.count, isRestoring: false))
        .isComplete
    }
    return isComplete ? bytes : nil
  }

  /// Continues from a snapshot of a runner of the same kernel and format.
  ///
  /// - Returns: Whether the snapshot fits; otherwise the kernel is unusable.
  public mutating func restore(_ snapshot: [UInt8]) -> Bool {
    var bytes = snapshot
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe driver.serve(SnapshotJob(bytes.baseAddress, count: bytes.count, isRestoring: true))
        .isComplete
    }
  }

  @usableFromInline mutating func begin() {
    outputEvents.removeAll()
    contextBox.set(musicalContext)
  }

  @usableFromInline mutating func advance(by frameCount: Int) {
    sampleTime += Int64(frameCount)
    musicalContext = musicalContext.advanced(by: frameCount, sampleRate: sampleRate)
  }

  @usableFromInline func services(at start: Int) -> CycleServices {
    CycleServices(
      time: contextBox.time(elapsed: start, sampleRate: sampleRate), sink: outputEvents.sink,
      start: start, isOffline: true, parameters: table)
  }

  /// Renders up to `end`, split at ramp steps.
  @inlinable mutating func renderFrames(_ start: inout Int, to end: Int) {
    while start < end {
      driver.takeSteps()
      let next = start + min(end - start, driver.framesToStep)
      renderSlice(start..<next)
      start = next
    }
  }

  @inlinable mutating func renderSlice(_ frames: Range<Int>) {
    let input = unsafe AudioBlock(
      unsafeBase: UnsafePointer(inputs + frames.lowerBound), stride: maximumFrameCount,
      channelCount: inputChannelCount, frameCount: frames.count)
    let output = unsafe MutableAudioBlock(
      unsafeBase: outputs + frames.lowerBound, stride: maximumFrameCount,
      channelCount: outputChannelCount, frameCount: frames.count)
    var cycle = RenderCycle(
      input: input, output: output, sampleTime: sampleTime + Int64(frames.lowerBound),
      services: services(at: frames.lowerBound))
    driver.render(&cycle)
  }
}
