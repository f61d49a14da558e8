/// Reassembles system exclusive messages from packets, any number of them interleaved.
///
/// Its rules:
///
/// - A 7-bit message is cut by the same messages as in MIDI 1.0: another start in its group, and
///   system common and channel voice messages of its group. Realtime, utility and packets of
///   message type 5 may interrupt it.
/// - 8-bit messages and mixed data sets are distinguished by their ids; only another start with the
///   same id cuts one.
/// - A violation of a rule or a limit is reported once, and the rest of that message is dropped
///   silently.
/// - F0 and F7 are never in a payload; a 7-bit byte with its high bit set is malformed.
///
/// Thread: control, since messages are arrays.
public struct SysExReassembler: Sendable {
  /// The limits.
  public let limits: SysExLimits

  /// The bytes of all incomplete messages together.
  public private(set) var totalBytes = 0

  private var open: [SysExStream: OpenSysEx] = [:]

  /// The messages whose rest is dropped silently.
  private var failed: Set<SysExStream> = []

  private var error: SysExError?

  /// Creates a reassembler without messages.
  ///
  /// Thread: control.
  public init(limits: SysExLimits = SysExLimits()) {
    self.limits = limits
  }

  /// The number of incomplete messages.
  public var openStreams: Int { open.count }

  /// Takes a packet of any type.
  ///
  /// Thread: control. The caller's time is in nanoseconds and never runs backwards.
  public mutating func receive(_ ump: UMP, at time: UInt64 = 0) -> SysExArrival {
    error = nil
    let message: SysExMessage? =
      switch ump.messageType {
      case 0x1 where ump.status < 0xF8, 0x2, 0x4: cut(SysExStream(.sysEx7, group: ump.group))
      case 0x3: receiveSysEx7(ump, at: time)
      case 0x5: receiveType5(ump, at: time)
      default: nil
      }
    return SysExArrival(message: message, error: error)
  }

  /// Drops one message that has had no packet for too long, and returns which.
  ///
  /// Thread: control. Call it until it returns nil.
  public mutating func expire(at time: UInt64) -> SysExError? {
    guard let timeout = limits.timeout else { return nil }
    let late = open.first { time >= $0.value.time && time - $0.value.time > timeout }
    guard let stream = late?.key else { return nil }
    fail(stream, .timedOut(stream))
    return .timedOut(stream)
  }

  /// Drops all incomplete messages, as after a lost connection.
  ///
  /// Thread: control.
  public mutating func reset() {
    self = SysExReassembler(limits: limits)
  }
}

extension SysExReassembler {
  /// Removes a message, and returns it if it was incomplete.
  @discardableResult
  private mutating func remove(_ stream: SysExStream) -> OpenSysEx? {
    let removed = open.removeValue(forKey: stream)
    totalBytes -= removed?.bytes.count ?? 0
    return removed
  }

  private mutating func fail(_ stream: SysExStream, _ reason: SysExError) {
    remove(stream)
    failed.insert(stream)
    error = reason
  }

  /// Removes a message that has not ended.
  private mutating func cut(_ stream: SysExStream) -> SysExMessage? {
    failed.remove(stream)
    if remove(stream) != nil { error = .interrupted(stream) }
    return nil
  }

  private mutating func begin(_ stream: SysExStream, at time: UInt64) {
    _ = cut(stream)
    guard open.count < limits.openStreams else { return fail(stream, .tooManyStreams(stream)) }
    open[stream] = OpenSysEx(time: time)
  }

  /// Appends bytes of a packet to a message, unless it was dropped or becomes too long.
  private mutating func grow(
    _ stream: SysExStream, _ ump: UMP, from index: Int, count: Int, at time: UInt64
  ) {
    guard let length = open[stream]?.bytes.count else {
      if !failed.contains(stream) { fail(stream, .notBegun(stream)) }
      return
    }
    if count > limits.messageBytes - length { return fail(stream, .messageTooLong(stream)) }
    if count > limits.totalBytes - totalBytes { return fail(stream, .tooManyBytes(stream)) }
    totalBytes += count
    open[stream]?.append(ump, from: index, count: count, at: time)
  }

  private mutating func end(_ stream: SysExStream) -> SysExMessage? {
    failed.remove(stream)
    guard let done = remove(stream) else { return nil }
    return SysExMessage(stream: stream, payload: done.bytes, address: done.address)
  }
}

extension SysExReassembler {
  private mutating func receiveSysEx7(_ ump: UMP, at time: UInt64) -> SysExMessage? {
    let stream = SysExStream(.sysEx7, group: ump.group)
    guard let form = SysEx7Form(ump) else {
      fail(stream, .malformed(stream))
      return nil
    }
    return receive(ump, form, stream, from: 2, count: Int(ump.status & 0xF), at: time)
  }

  private mutating func receiveType5(_ ump: UMP, at time: UInt64) -> SysExMessage? {
    let set = SysExStream(.mixedDataSet(id: ump.status & 0xF), group: ump.group)
    if ump.opcode == 8 { return receiveHeader(ump, set, at: time) }
    if ump.opcode == 9 { return receivePayload(ump, set, at: time) }
    let stream = SysExStream(.sysEx8(id: ump.data1), group: ump.group)
    let count = Int(ump.status & 0xF) - 1
    guard let form = SysEx7Form(status: ump.status), (0...13).contains(count) else {
      fail(stream, .malformed(stream))
      return nil
    }
    return receive(ump, form, stream, from: 3, count: count, at: time)
  }

  private mutating func receive(
    _ ump: UMP, _ form: SysEx7Form, _ stream: SysExStream, from index: Int, count: Int,
    at time: UInt64
  ) -> SysExMessage? {
    if form.isFirst { begin(stream, at: time) }
    grow(stream, ump, from: index, count: count, at: time)
    return form.isLast ? end(stream) : nil
  }

  private mutating func receiveHeader(
    _ ump: UMP, _ stream: SysExStream, at time: UInt64
  ) -> SysExMessage? {
    if UInt16(truncatingIfNeeded: ump.word1) == 1 {
      begin(stream, at: time)
      open[stream]?.address = MixedDataSetAddress(
        manufacturerID: UInt16(truncatingIfNeeded: ump.word2 >> 16),
        deviceID: UInt16(truncatingIfNeeded: ump.word2),
        subID1: UInt16(truncatingIfNeeded: ump.word3 >> 16),
        subID2: UInt16(truncatingIfNeeded: ump.word3))
    }
    guard open[stream] != nil else {
      if !failed.contains(stream) { fail(stream, .notBegun(stream)) }
      return nil
    }
    guard open[stream]?.begin(chunk: ump, at: time) == true else {
      fail(stream, .chunkOutOfOrder(stream))
      return nil
    }
    return open[stream]?.isLastChunkWhole == true ? end(stream) : nil
  }

  private mutating func receivePayload(
    _ ump: UMP, _ stream: SysExStream, at time: UInt64
  ) -> SysExMessage? {
    if let rest = open[stream]?.chunkRest, rest == 0 {
      fail(stream, .malformed(stream))
      return nil
    }
    grow(stream, ump, from: 2, count: min(14, open[stream]?.chunkRest ?? 0), at: time)
    return open[stream]?.isLastChunkWhole == true ? end(stream) : nil
  }
}
