@_exported public import TenutoCore
@_exported public import TenutoMIDI
@_exported public import TenutoTransport

/// The sound of a component: a value that renders frames and takes events between them.
///
/// The life of a kernel:
///
/// 1. `component` is read when the extension is installed and when it starts.
/// 2. `init(_:)` makes it for a sample rate, a largest frame count and a layout of busses. Allocate
///    here. `handle(_:)` gets the value of every parameter next, then `latency` and `tail` are asked.
/// 3. For each cycle the SDK calls `receive(_:)`, `handle(_:)` and `render(_:)` in turn, so that
///    each event takes effect at its frame: `render` gets the frames up to the next event.
/// 4. `deinit` frees what `init` made, off the render thread.
///
/// Mark `receive`, `handle`, `render` and `reset`, and what they call, `@_noLocks`: then the
/// compiler refuses allocation, locks and reference counting in them.
///
/// What is not sound (state beyond parameters, messages, texts) goes into an `AudioUnit` beside it.
///
/// The corresponding Audio Unit concept is the DSP kernel behind `internalRenderBlock`.
public protocol Kernel: ~Copyable {
  /// What the component is and which parameters it has.
  static var component: ComponentDescription { get }

  /// Makes a kernel with all the memory that it will need.
  ///
  /// Thread: control.
  init(_ setup: KernelSetup)

  /// Frames by which the output is later than the input; 0 if it is not said.
  ///
  /// Thread: control. The corresponding property is `latency`.
  var latency: Int { get }

  /// Seconds for which it sounds after its input has ended, `.infinity` for ever; 0 if not said.
  ///
  /// Thread: control. The corresponding property is `tailTime`.
  var tail: Double { get }

  /// Takes a packet as it came, in the component's `midiProtocol`, with its group.
  ///
  /// The default decodes it and calls `handle`: implement this for cables or SysEx.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func receive(_ packet: UMP)

  /// Takes an event; it holds for all frames rendered after it.
  ///
  /// Parameters are known ones, with values in their ranges; ramps come for `.canRamp` alone.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func handle(_ event: Event)

  /// Renders `cycle.frameCount` frames; every sample of every output must be written.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func render(_ cycle: inout RenderCycle)

  /// Forgets what sounds: notes, tails, delay lines; parameters stay. Does nothing by default.
  ///
  /// Thread: render. The corresponding method is `reset`.
  @_noLocks mutating func reset()
}

extension Kernel where Self: ~Copyable {
  /// No latency.
  public var latency: Int { 0 }
  /// No tail.
  public var tail: Double { 0 }

  // Not marked @_noLocks because it is generic; all that it calls is.
  /// Decodes the packet and calls `handle`.
  ///
  /// Thread: render.
  @inlinable public mutating func receive(_ packet: UMP) {
    handle(.midi(VoiceEvent(packet)))
  }

  /// Has nothing to forget.
  ///
  /// Thread: render.
  @inlinable public mutating func reset() {}
}
