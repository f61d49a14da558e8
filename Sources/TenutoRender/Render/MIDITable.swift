internal import TenutoCore
internal import TenutoTransport

/// MIDI on its way from a node, as the render thread finds it.
@safe struct MIDIEdge: BitwiseCopyable {
  /// The node's output in this cycle.
  let list: UnsafeMutablePointer<EventList>
  /// The line that the MIDI goes through, nil for a direct connection.
  let line: UnsafeMutablePointer<MIDILine>?
  /// The filter and delay of a connection with a line.
  let setting: MIDILine.Setting
  /// The notes that the node has not ended.
  let sounding: UnsafeMutablePointer<PlayedState>
  /// How far it has been read in this cycle.
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

  /// The frame of the next event, nil if there is none.
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

/// From where a node gets MIDI: a part of a plan.
///
/// Valid as long as the plan.
@safe struct MIDITable: BitwiseCopyable {
  private let edges: UnsafeMutablePointer<MIDIEdge>
  /// The number of the first one among those of the plan.
  let first: Int
  let count: Int

  init(edges: UnsafeMutablePointer<MIDIEdge>, first: Int, count: Int) {
    unsafe self.edges = edges
    self.first = first
    self.count = count
  }

  /// Begins a cycle.
  ///
  /// Thread: render. When all sources have put out what they have, once in each cycle; `leaving`
  /// says in the last one of a plan which connections go with it.
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

  /// Lets the lines pass what their connections say in this plan.
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

  /// The source whose next event comes first and before `frame`; −1 for none.
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

  /// Takes the next event of one.
  @_noLocks
  func take(_ index: Int) -> TimedEvent {
    let cursor = unsafe edges[index].cursor
    unsafe edges[index].cursor = cursor &+ 1
    if let line = unsafe edges[index].line { return unsafe line.pointee.due[cursor] }
    return unsafe edges[index].list.pointee[cursor]
  }

  /// The notes that have come by way of one and not ended; nil where its line ends them.
  @_noLocks
  func sounding(_ index: Int) -> UnsafeMutablePointer<PlayedState>? {
    if unsafe edges[index].line != nil { return nil }
    return unsafe edges[index].sounding
  }
}
