internal import Glibc
internal import Synchronization

/// Keeps what flows into a `FileOutput`, from the cycle on in which it comes in.
final class FileTake: Sendable {
  /// What the render thread writes to.
  let tap: FileTap
  private let recorder: Recorder

  /// Begins the file, which takes its place when it is finished.
  ///
  /// Thread: control.
  ///
  /// - Throws: Why no such file can be made there.
  init(_ output: FileOutput, sampleRate: Double) throws(HostError) {
    let writer = try SoundFileWriter(
      path: output.path, format: SoundFileFormat(path: output.path),
      sampleRate: Int(sampleRate.rounded()), channelCount: output.channelCount)
    recorder = Recorder(writer)
    tap = .allocate(recorder.ring)
  }

  deinit { tap.deallocate() }

  /// Waits until `frameCount` frames find room.
  ///
  /// Thread: control, before a cycle of an engine without a deadline: then nothing is lost.
  ///
  /// - Throws: Why writing has failed.
  func makeRoom(frameCount: Int) throws(HostError) {
    while recorder.ring.freeFrames < frameCount {
      if let failure = recorder.error { throw failure }
      usleep(500)
    }
  }

  /// Writes what is left and puts the file in its place; the render thread must have let it go.
  ///
  /// Thread: control. Once.
  ///
  /// - Throws: `.fileWriteFailed`: then the file that was there before is untouched.
  func finish() throws(HostError) { try recorder.finish() }

  /// Ends without a file; one that was there before is untouched.
  ///
  /// Thread: control.
  func cancel() { recorder.cancel() }

  /// Frames that found no room, since the disk was too slow.
  ///
  /// Thread: any.
  var lostFrames: Int { tap.lostFrames }

  /// Why nothing is written any more; nil while all is well.
  ///
  /// Thread: any.
  var error: HostError? { recorder.error }
}

/// The render thread's end of a `FileTake`.
///
/// Valid as long as the latter.
@safe struct FileTap: BitwiseCopyable, @unchecked Sendable {  // points to an atomic
  private let ring: AudioRing
  private let lost: UnsafeMutablePointer<Atomic<Int>>

  fileprivate static func allocate(_ ring: AudioRing) -> FileTap {
    let lost = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: 1)
    unsafe lost.initialize(to: Atomic(0))
    return unsafe FileTap(ring: ring, lost: lost)
  }

  fileprivate func deallocate() {
    unsafe lost.deinitialize(count: 1)
    unsafe lost.deallocate()
  }

  fileprivate var lostFrames: Int { unsafe lost.pointee.load(ordering: .relaxed) }

  /// Keeps a cycle; nil stands for a channel of silence.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - inputs: As many channels as the file has.
  ///   - silence: At least `frameCount` samples of 0.
  ///   - frameCount: Frames in the cycle.
  @_noLocks
  func write(
    _ inputs: UnsafePointer<UnsafePointer<Float>?>, silence: UnsafePointer<Float>, frameCount: Int
  ) {
    guard ring.freeFrames >= frameCount else {
      let count = unsafe lost.pointee.load(ordering: .relaxed)
      unsafe lost.pointee.store(count &+ frameCount, ordering: .relaxed)
      return
    }
    for channel in 0..<ring.channelCount {
      unsafe ring.write(inputs[channel] ?? silence, channel: channel, frameCount: frameCount)
    }
    ring.publish(frameCount: frameCount)
  }
}
