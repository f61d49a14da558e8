/// A process callback with JACK's signature: frames in this cycle and the context; 0 continues.
///
/// Thread: render. Mark the function `@_noLocks`, so that the compiler refuses allocation, locks
/// and reference counting in it and in everything that it calls.
public typealias JACKProcessFunction =
  @convention(c) (_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32

/// The result of a processor at the end of a cycle.
@frozen public enum JACKProcessResult: Int32, Sendable, BitwiseCopyable {
  /// Call again in the next cycle.
  case goOn = 0
  /// The client leaves the graph, and JACK no longer calls it.
  case stop = 1
}

/// The state and code of a render thread, which runs in each cycle of a JACK client.
///
/// The value is moved into separate memory. Only the render thread touches it while the client is
/// active. It is destroyed outside the render thread when the client is closed.
///
/// A C callback cannot be generic, and a `@_noLocks` function may call neither a protocol's nor an
/// overridable method. So each processor provides its own entry, always with these lines, and the
/// compiler checks the specialised path from there, `process` and its callees included:
///
/// ```swift
/// static var entry: JACKProcessFunction { gainEntry }
///
/// @_noLocks func gainEntry(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
///   unsafe JACKProcess<Gain>.run(frameCount, context)
/// }
/// ```
public protocol JACKProcessor: ~Copyable, Sendable {
  /// The function that calls `JACKProcess<Self>.run`.
  static var entry: JACKProcessFunction { get }

  /// Renders one cycle; every output port must be written.
  ///
  /// Thread: render. Never blocks, never allocates.
  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult
}

/// The memory behind a processor's callback: the client and the processor.
@frozen public struct JACKProcess<Processor: JACKProcessor & ~Copyable>: ~Copyable {
  @usableFromInline let handle: JACKRenderHandle
  @usableFromInline var processor: Processor

  @usableFromInline init(handle: JACKRenderHandle, processor: consuming Processor) {
    self.handle = handle
    self.processor = processor
  }

  /// Runs one cycle of the processor in `context`.
  ///
  /// Unsafe: only for `JACKProcessor.entry`, with its arguments.
  ///
  /// Thread: render. It has no `@_noLocks` because it is generic; its specialisation is checked
  /// when a `@_noLocks` entry calls it.
  @inlinable @unsafe
  public static func run(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
    guard let context = unsafe context else { return JACKProcessResult.stop.rawValue }
    let state = unsafe context.assumingMemoryBound(to: JACKProcess<Processor>.self)
    var cycle = unsafe JACKCycle(unsafeHandle: state.pointee.handle, frameCount: frameCount)
    return unsafe state.pointee.processor.process(&cycle).rawValue
  }
}
