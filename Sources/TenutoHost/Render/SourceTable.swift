/// What is added up for each of some channels; never changes after it is made.
///
/// Valid until `deallocate`.
@safe struct SourceTable: BitwiseCopyable {
  private let starts: UnsafeMutablePointer<Int>
  private let sources: UnsafeMutablePointer<Schedule.Source>
  private let channelCount: Int

  /// Thread: control.
  static func allocate(_ channels: [[Schedule.Source]]) -> SourceTable {
    let starts = UnsafeMutablePointer<Int>.allocate(capacity: channels.count + 1)
    let all = channels.flatMap { $0 }
    let sources = UnsafeMutablePointer<Schedule.Source>.allocate(capacity: max(1, all.count))
    for (index, source) in all.enumerated() { unsafe (sources + index).initialize(to: source) }
    unsafe starts.initialize(to: 0)
    for (index, channel) in channels.enumerated() {
      unsafe (starts + index + 1).initialize(to: starts[index] + channel.count)
    }
    return unsafe SourceTable(starts: starts, sources: sources, channelCount: channels.count)
  }

  func deallocate() {
    unsafe starts.deallocate()
    unsafe sources.deallocate()
  }

  /// The numbers of the sources of `channel`.
  @_noLocks
  func range(_ channel: Int) -> Range<Int> {
    precondition(channel >= 0 && channel < channelCount)
    return unsafe starts[channel]..<starts[channel + 1]
  }

  /// A source by its number.
  @_noLocks
  func source(_ index: Int) -> Schedule.Source { unsafe sources[index] }
}
