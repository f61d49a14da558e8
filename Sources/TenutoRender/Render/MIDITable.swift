internal import TenutoCore
internal import TenutoTransport

/// A MIDI source of a node, as the render thread reads it.
@safe struct MIDIEdge: BitwiseCopyable {
  /// The node's output in this cycle.
  let list: UnsafeMutablePointer<EventList>
  /// The line that the MIDI passes through, or nil for a direct connection.
  let line: UnsafeMutablePointer<MIDILine>?
  /// The filter and delay of a connection with a line.
  let setting: MIDILine.Setting
  /// The notes that the node has not ended.
  let sounding: UnsafeMutablePointer<PlayedState>
  /// The number of its events that were read in this cycle.
  var cursor = 0

  init(
    list: UnsafeMutablePointer<EventList>, line: UnsafeMutablePointer<MIDILine>?,
    setting: MIDILine.Setting, sounding: UnsafeMutablePointer<PlayedState>
  ) {
    unsafe self.list = list
    unsafe self.line = line
    self.setting = setting
    unsafe self.sounding = sounding
  }

  /// Frame of the next event, or nil.
  var frame: UInt32? {
    @_noLocks get {
      if let line = unsafe line {
        guard unsafe cursor < line.pointee.due.count else { return nil }
        return unsafe line.pointee.due[cursor].frameOffset
      }
      guard unsafe cursor < list.pointee.count else { return nil }
      return unsafe list.pointee[cursor].frameOffset
    }
  }
}

/// The MIDI sources of a node: a part of a plan.
///
/// Valid as long as the plan.
@safe struct MIDITable: BitwiseCopyable {
  private let edges: UnsafeMutablePointer<MIDIEdge>
  /// The index of its first source among those of the plan.
  let first: Int
  let count: Int

  init(edges: UnsafeMutablePointer<MIDIEdge>, first: Int, count: Int) {
    unsafe self.edges = edges
    self.first = first
    self.count = count
  }

  /// Begins a cycle.
  ///
  /// Thread: render, once in each cycle, when all sources have their output. In a plan's last
  /// cycle, `leaving` marks the connections that end with it.
  @_noLocks
  func open(frameCount: Int, leaving: UnsafeMutablePointer<Bool>?) {
    for index in 0..<count {
      unsafe edges[index].cursor = 0
      guard let line = unsafe edges[index].line else { continue }
      unsafe line.pointee.pass(edges[index].list, frameCount: frameCount)
      if let leaving = unsafe leaving, unsafe leaving[first &+ index] {
        unsafe line.pointee.release(frameCount: frameCount)
      }
    }
  }

  /// Applies this plan's settings to the lines.
  ///
  /// Thread: render, when the plan takes effect.
  @_noLocks
  func apply() {
    for index in 0..<count {
      if let line = unsafe edges[index].line {
        unsafe line.pointee.set(edges[index].setting)
      }
    }
  }

  /// The source with the earliest next event before `frame`, or −1.
  @_noLocks
  func earliest(before frame: UInt32) -> Int {
    var best = -1
    var earliest = frame
    for index in 0..<count {
      guard let frame = unsafe edges[index].frame, frame < earliest else { continue }
      best = index
      earliest = frame
    }
    return best
  }

  /// Takes the next event of a source.
  @_noLocks
  func take(_ index: Int) -> TimedEvent {
    let cursor = unsafe edges[index].cursor
    unsafe edges[index].cursor = cursor &+ 1
    if let line = unsafe edges[index].line { return unsafe line.pointee.due[cursor] }
    return unsafe edges[index].list.pointee[cursor]
  }

  /// The notes of a source that have not ended, or nil if its line ends them.
  @_noLocks
  func sounding(_ index: Int) -> UnsafeMutablePointer<PlayedState>? {
    if unsafe edges[index].line != nil { return nil }
    return unsafe edges[index].sounding
  }
}
