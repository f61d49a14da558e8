internal import Logging
internal import Synchronization
internal import TenutoSystem

/// Keeps what flows into a `FileOutput`, from the cycle on in which it comes in.
final class FileTake: Sendable {
  /// What the render thread writes to.
  let tap: FileTap
  private let recorder: Recorder

  /// Begins the file.
  ///
  /// Thread: control.
  ///
  /// Where `isRepeatable` it can be made again, so that it is there whole or not at all; else it is
  /// a take, as `Recorder` has it.
  ///
  /// - Throws: Why no such file can be made there.
  init(
    _ output: FileOutput, sampleRate: Double, isRepeatable: Bool = false
  ) throws(HostError) {
    let format = try SoundFileFormat(path: output.path)
    let rate = Int(sampleRate.rounded())
    if isRepeatable {
      recorder = Recorder(
        try SoundFileWriter(
          path: output.path, format: format, sampleRate: rate, channelCount: output.channelCount))
    } else {
      recorder = try Recorder(
        take: output.path, format: format, sampleRate: rate, channelCount: output.channelCount)
    }
    tap = .allocate(recorder.ring)
  }

  deinit { tap.deallocate() }

  /// As `Recorder.makeRoom`.
  func makeRoom(frameCount: Int) throws(HostError) {
    try recorder.makeRoom(frameCount: frameCount)
  }

  /// As `Recorder.finish`; the render thread must have let it go.
  ///
  /// Thread: control. Once.
  func finish() throws(HostError) { try recorder.finish() }

  /// As `Recorder.cancel`.
  func cancel() { recorder.cancel() }

  /// Frames that found no room, since the disk was too slow.
  ///
  /// Thread: any.
  var lostFrames: Int { tap.lostFrames }

  /// How it fares.
  ///
  /// Thread: any but render.
  var state: FileNodeState {
    FileNodeState(error: recorder.error, lostFrames: tap.lostFrames, recording: recorder.state)
  }
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
    guard ring.admit(frameCount: frameCount) else {
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

extension FileTake {
  /// Finishes the file and logs a failure, for callers that cannot report one.
  ///
  /// Thread: control. Once.
  func finishAtLast() {
    do throws(HostError) {
      try finish()
    } catch {
      Logger(label: "tenuto.files").error("\(error.message)")
    }
  }
}
