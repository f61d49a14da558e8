@_exported public import TenutoCore
@_exported public import TenutoMIDI
@_exported public import TenutoTransport

/// The sound of a component: a value that renders frames and takes events between them.
///
/// The life of a kernel:
///
/// 1. `component` is read when the extension is installed and when it starts.
/// 2. `init(_:)` makes it for a sample rate and a largest frame count. Allocate here.
/// 3. For each cycle the SDK calls `handle(_:)` and `render(_:)` in turn, so that each event
///    takes effect at its frame: `render` gets the frames up to the next event.
/// 4. `deinit` frees what `init` made, off the render thread.
///
/// Mark `handle` and `render`, and what they call, `@_noLocks`: then the compiler refuses
/// allocation, locks and reference counting in them.
///
/// The corresponding Audio Unit concept is the DSP kernel behind `internalRenderBlock`.
public protocol Kernel: ~Copyable {
  /// What the component is and which parameters it has.
  static var component: ComponentDescription { get }

  /// Makes a kernel with all the memory that it will need.
  ///
  /// Thread: control.
  init(_ setup: KernelSetup)

  /// Takes an event; it holds for all frames rendered after it.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func handle(_ event: Event)

  /// Renders `cycle.frameCount` frames; every sample of every output must be written.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func render(_ cycle: inout RenderCycle)
}

/// What a kernel is made for.
public struct KernelSetup: Sendable {
  /// Frames per second, in Hz.
  public let sampleRate: Double
  /// The most frames that one call of `render` asks for.
  public let maximumFrameCount: Int

  /// States a sample rate in Hz and the most frames of one call.
  public init(sampleRate: Double, maximumFrameCount: Int) {
    self.sampleRate = sampleRate
    self.maximumFrameCount = maximumFrameCount
  }
}
