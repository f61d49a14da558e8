@_exported public import TenutoCore
@_exported public import TenutoMIDI
@_exported public import TenutoTransport

/// The sound of a component: a value that renders frames and handles events between them.
///
/// The life cycle of a kernel:
///
/// 1. `component` is read when the extension is installed and when it starts.
/// 2. `init(_:)` creates it for a sample rate, a largest frame count and a bus layout. Allocate
///    here. Then `handle(_:)` gets the value of every parameter, and `latency` and `tail` are read.
/// 3. For each cycle the SDK calls `receive(_:)`, `handle(_:)` and `render(_:)` in turn, so that
///    each event takes effect at its frame: `render` gets the frames up to the next event.
/// 4. `deinit` frees the memory of `init`, outside the render thread.
///
/// Mark `receive`, `handle`, `render` and `reset`, and their callees, `@_noLocks`, so that the
/// compiler refuses allocation, locks and reference counting in them.
///
/// State beyond parameters, messages and texts belong in a separate `AudioUnit`.
///
/// The corresponding Audio Unit concept is the DSP kernel behind `internalRenderBlock`.
public protocol Kernel: ~Copyable {
  /// The description of the component and its parameters.
  static var component: ComponentDescription { get }

  /// Creates a kernel with all its memory.
  ///
  /// Thread: control.
  init(_ setup: KernelSetup)

  /// Frames by which the output lags behind the input; 0 by default.
  ///
  /// Thread: control. The corresponding property is `latency`.
  var latency: Int { get }

  /// Seconds of output after the input has ended, `.infinity` for endless; 0 by default.
  ///
  /// Thread: control. The corresponding property is `tailTime`.
  var tail: Double { get }

  /// Takes a packet unchanged, in the component's `midiProtocol`, with its group.
  ///
  /// The default decodes it and calls `handle`: implement this for groups or SysEx.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func receive(_ packet: UMP)

  /// Handles an event; it applies to all frames rendered after it.
  ///
  /// Parameters are known, with values in their ranges; ramps arrive only for `.canRamp`.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func handle(_ event: Event)

  /// Renders `cycle.frameCount` frames; every sample of every output must be written.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func render(_ cycle: inout RenderCycle)

  /// Clears notes, tails and delay lines; parameters stay. Does nothing by default.
  ///
  /// Thread: render. The corresponding method is `reset`.
  @_noLocks mutating func reset()

  /// Writes or reads everything that later output depends on, for a second process that continues
  /// with the same sample.
  ///
  /// A `BitwiseCopyable` kernel needs no code for it. Others have no snapshots by default.
  ///
  /// Thread: render, between two cycles; control for a kernel that is not used yet. Never blocks,
  /// never allocates.
  mutating func exchange(with snapshot: inout KernelSnapshot)
}

extension Kernel where Self: ~Copyable {
  /// No latency.
  public var latency: Int { 0 }
  /// No tail.
  public var tail: Double { 0 }

  // Not marked @_noLocks because it is generic; all its callees are.
  /// Decodes the packet and calls `handle`.
  ///
  /// Thread: render.
  @inlinable public mutating func receive(_ packet: UMP) {
    handle(.midi(VoiceEvent(packet)))
  }

  /// Does nothing.
  ///
  /// Thread: render.
  @inlinable public mutating func reset() {}

  /// Refuses: a kernel with memory of its own lists what belongs to it.
  @inlinable public mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.refuse()
  }
}

extension Kernel where Self: BitwiseCopyable {
  /// Writes or reads the kernel as a whole.
  @inlinable public mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&self)
  }
}
