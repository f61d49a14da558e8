internal import TenutoCore
internal import TenutoTransport

/// The render thread's state of a `Mixer`.
///
/// Its memory is allocated outside the render thread, for the most inputs of any mixer, so that
/// inputs can change while it plays. `MixerParameters` describes the law by which it mixes.
@safe struct MixerState: ~Copyable {
  /// The current values of its parameters.
  let values: MixerValues
  private var shape: MixerShape
  private let strips: UnsafeMutablePointer<MixerStrip>
  /// The gain of the sum.
  private var master = MixerStrip(.monoToMono)

  /// Thread: control.
  init(_ mixer: Mixer) {
    shape = MixerShape(mixer)
    values = .allocate()
    unsafe strips = .allocate(capacity: MixerShape.inputCapacity)
    for input in 0..<MixerShape.inputCapacity {
      unsafe (strips + input).initialize(to: MixerStrip(shape.strip(input)))
    }
    for value in mixer.values { set(value.address, value.value, frameCount: 1) }
    for input in 0..<MixerShape.inputCapacity { unsafe strips[input].settle() }
    master.settle()
  }

  deinit {
    values.deallocate()
    unsafe strips.deallocate()
  }

  /// Renders a cycle: the inputs, summed in order.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - inputs: The channels of all inputs in order; nil for a silent channel.
  ///   - outputs: The mixer's output channels, none of which is also an input.
  ///   - frameCount: Frames in the cycle.
  ///   - events: Parameters and ramps apply at their frames; other events are ignored.
  @_noLocks
  mutating func process(
    inputs: UnsafePointer<UnsafePointer<Float>?>,
    outputs: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int,
    events: borrowing EventList
  ) {
    var frame = 0
    var index = 0
    while index < events.count {
      let event = events[index]
      let start = min(Int(event.frameOffset), frameCount)
      if start > frame {
        unsafe mix(inputs, outputs, from: frame, to: start)
        frame = start
      }
      take(event.payload)
      index &+= 1
    }
    if frameCount > frame { unsafe mix(inputs, outputs, from: frame, to: frameCount) }
  }

  /// Changes the input and output busses from the next cycle on.
  ///
  /// Remaining inputs keep their settings; new ones start in the middle at 0 dB.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func reshape(_ shape: MixerShape) {
    for input in 0..<MixerShape.inputCapacity {
      if input >= self.shape.inputCount { reset(input) }
      unsafe strips[input].reshape(shape.strip(input))
    }
    self.shape = shape
    setGates()
  }
}

// MARK: - Settings

extension MixerState {
  @_noLocks
  private mutating func reset(_ input: Int) {
    unsafe strips[input] = MixerStrip(.monoToMono)
    for parameter in 0..<4 { values.set(UInt64(input &+ 1) * 8 + UInt64(parameter), 0) }
  }
}

extension MixerState {
  @_noLocks
  private mutating func take(_ payload: TimedEvent.Payload) {
    switch payload {
    case .parameter(let address, let value):
      set(address, value, frameCount: MixerStrip.smoothFrameCount)
    case .ramp(let address, let value, let frameCount):
      set(address, value, frameCount: max(1, Int(frameCount)))
    case .midi, .gesture: break
    }
  }

  /// Sets any value, clamped to its range.
  @_noLocks
  private mutating func set(_ address: UInt64, _ value: Float, frameCount: Int) {
    guard value == value else { return }
    if address == 0 {
      master.setGain(value, frameCount: frameCount)
      values.set(address, master.aims.gain)
      return
    }
    guard address >= 8, address < 8 * UInt64(MixerShape.inputCapacity + 1) else { return }
    let strip = unsafe strips + (Int(address / 8) - 1)
    switch address % 8 {
    case 0:
      unsafe strip.pointee.setGain(value, frameCount: frameCount)
      values.set(address, unsafe strip.pointee.aims.gain)
    case 1:
      unsafe strip.pointee.setPan(value, frameCount: frameCount)
      values.set(address, unsafe strip.pointee.aims.pan)
    case 2, 3: unsafe setSwitch(address, of: strip, value >= 0.5)
    default: break
    }
  }

  @_noLocks
  private mutating func setSwitch(
    _ address: UInt64, of strip: UnsafeMutablePointer<MixerStrip>, _ isOn: Bool
  ) {
    if address % 8 == 2 {
      unsafe strip.pointee.isMuted = isOn
    } else {
      unsafe strip.pointee.isSolo = isOn
    }
    values.set(address, isOn ? 1 : 0)
    setGates()
  }

  /// Opens and closes the inputs according to mute and solo.
  @_noLocks
  private mutating func setGates() {
    var anySolo = false
    for input in 0..<shape.inputCount where unsafe strips[input].isSolo { anySolo = true }
    for input in 0..<MixerShape.inputCapacity {
      unsafe strips[input].setGate(anySolo: anySolo)
    }
  }
}

// MARK: - Sound

extension MixerState {
  @_noLocks
  private mutating func mix(
    _ inputs: UnsafePointer<UnsafePointer<Float>?>,
    _ outputs: UnsafePointer<UnsafeMutablePointer<Float>>, from start: Int, to end: Int
  ) {
    let left = unsafe outputs[0]
    let right = unsafe shape.isStereo ? outputs[1] : left
    unsafe Samples.clear(left + start, count: end &- start)
    if shape.isStereo { unsafe Samples.clear(right + start, count: end &- start) }
    var channel = 0
    for input in 0..<shape.inputCount {
      let isStereo = shape.isStereo(input: input)
      let first = unsafe inputs[channel]
      let second = unsafe isStereo ? inputs[channel &+ 1] : first
      channel &+= isStereo ? 2 : 1
      unsafe add(strips + input, first, second, to: left, right, from: start, to: end)
    }
    unsafe scale(left, right, from: start, to: end)
  }

  /// Adds an input through its strip.
  @_noLocks
  private func add(
    _ strip: UnsafeMutablePointer<MixerStrip>, _ first: UnsafePointer<Float>?,
    _ second: UnsafePointer<Float>?, to left: UnsafeMutablePointer<Float>,
    _ right: UnsafeMutablePointer<Float>, from start: Int, to end: Int
  ) {
    var frame = start
    while frame < end {
      if unsafe strip.pointee.isOff { return }
      let segment = unsafe strip.pointee.segment
      let isMoving = unsafe strip.pointee.isMoving
      let count = isMoving ? min(segment.remaining, end &- frame) : end &- frame
      if let first = unsafe first {
        unsafe GainLoop.add(
          first + frame, to: left + frame, strip.pointee.first, at: segment.frame, count: count)
      }
      if let second = unsafe second {
        unsafe GainLoop.add(
          second + frame, to: right + frame, strip.pointee.second, at: segment.frame,
          count: count)
      }
      unsafe strip.pointee.advance(count)
      frame &+= count
    }
  }

  /// Multiplies the sum by the master's gain.
  @_noLocks
  private mutating func scale(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, from start: Int,
    to end: Int
  ) {
    var frame = start
    while frame < end {
      let segment = master.segment
      let count = master.isMoving ? min(segment.remaining, end &- frame) : end &- frame
      unsafe GainLoop.scale(left + frame, master.first, at: segment.frame, count: count)
      if shape.isStereo {
        unsafe GainLoop.scale(right + frame, master.first, at: segment.frame, count: count)
      }
      master.advance(count)
      frame &+= count
    }
  }
}
