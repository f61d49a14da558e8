internal import Logging
internal import Synchronization
internal import TenutoSystem

/// Records the input of a `FileOutput`, from the cycle in which it enters the graph.
final class FileTake: Sendable {
  /// The render thread's end.
  let tap: FileTap
  private let recorder: Recorder

  /// Creates the file.
  ///
  /// Thread: control.
  ///
  /// A file that `isRepeatable` appears completely or not at all; any other is a take, see
  /// `Recorder`.
  ///
  /// - Throws: An error if the file cannot be created.
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

  /// Makes room as `Recorder.makeRoom` does.
  func makeRoom(frameCount: Int) throws(HostError) {
    try recorder.makeRoom(frameCount: frameCount)
  }

  /// Finishes the file as `Recorder.finish` does; the render thread must have released it.
  ///
  /// Thread: control. Once.
  func finish() throws(HostError) { try recorder.finish() }

  /// Cancels the recording as `Recorder.cancel` does.
  func cancel() { recorder.cancel() }

  /// Frames without room, because the disk was too slow.
  ///
  /// Thread: any.
  var lostFrames: Int { tap.lostFrames }

  /// The state of the recording.
  ///
  /// Thread: any but render.
  var state: FileNodeState {
    FileNodeState(error: recorder.error, lostFrames: tap.lostFrames, recording: recorder.state)
  }
}

/// The render thread's end of a `FileTake`.
///
/// Valid as long as the `FileTake`.
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

  /// Records a cycle; nil stands for a silent channel.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - inputs: One pointer for each channel of the file.
  ///   - silence: At least `frameCount` zero samples.
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
