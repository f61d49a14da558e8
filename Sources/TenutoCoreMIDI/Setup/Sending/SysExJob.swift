internal import TenutoJACK
internal import TenutoMIDI

/// A pending request to send SysEx.
///
/// Used on the queue of requests only. The request itself is the program's memory: it may set
/// `complete` at any time, and reads the progress.
class SysExJob: @unchecked Sendable {  // used on the queue of requests only
  let destination: MIDIEndpointRef
  let transmission: Transmission

  init(destination: MIDIEndpointRef, transmission: Transmission) {
    self.destination = destination
    self.transmission = transmission
  }

  /// Advances the request; returns false when it has ended.
  func advance() -> Bool { false }

  /// Notifies the program.
  func finish() {}
}

/// A request of bytes.
@safe
final class SysExByteJob: SysExJob, @unchecked Sendable {  // on the queue only
  private let request: UnsafeMutablePointer<MIDISysexSendRequest>
  private let byteCount: Int
  private var messages: [[UInt8]]
  private var transfer: MIDISysExTransfer?
  private var done = 0

  /// Takes a request whose bytes are whole SysEx messages; nil if they are not.
  init?(_ request: UnsafeMutablePointer<MIDISysexSendRequest>, _ transmission: Transmission) {
    let bytes = unsafe UnsafeBufferPointer(
      start: request.pointee.data, count: Int(request.pointee.bytesToSend))
    guard let messages = unsafe Self.messages(in: Array(bytes)) else { return nil }
    unsafe self.request = unsafe request
    self.messages = messages.reversed()
    byteCount = bytes.count
    unsafe super.init(
      destination: request.pointee.destination, transmission: transmission)
  }

  override func advance() -> Bool {
    if unsafe request.pointee.complete { transfer?.cancel() }
    if let transfer {
      report(done + transfer.bytesSent)
      guard let outcome = transfer.outcome else { return true }
      done += transfer.bytesSent
      self.transfer = nil
      guard outcome == .sent else { return false }
    }
    guard unsafe !request.pointee.complete, let next = messages.last else { return false }
    do throws(JACKError) {
      transfer = try transmission.sendSysEx(next)
      messages.removeLast()
      return true
    } catch {
      return error.code == .queueFull
    }
  }

  override func finish() {
    unsafe request.pointee.complete = true
    unsafe request.pointee.completionProc(request)
  }

  private func report(_ sent: Int) {
    let left = UInt32(byteCount - sent)
    let step = unsafe Int(request.pointee.bytesToSend) - Int(left)
    guard step > 0 else { return }
    unsafe request.pointee.data += step
    unsafe request.pointee.bytesToSend = left
  }

  private static func messages(in bytes: [UInt8]) -> [[UInt8]]? {
    var messages: [[UInt8]] = []
    for message in bytes.split(separator: 0xF7, omittingEmptySubsequences: false).dropLast() {
      guard message.first == 0xF0, message.dropFirst().allSatisfy({ $0 < 0x80 }) else {
        return nil
      }
      messages.append(message + [0xF7])
    }
    return bytes.last == 0xF7 ? messages : nil
  }
}

/// A request of packets.
@safe
final class SysExPacketJob: SysExJob, @unchecked Sendable {  // on the queue only
  private static var batch: Int { 256 }

  private let request: UnsafeMutablePointer<MIDISysexSendRequestUMP>
  private var events: ArraySlice<HostTimedUMP>

  /// Takes a request whose packets are all of one message type; nil if they are not.
  init?(
    _ request: UnsafeMutablePointer<MIDISysexSendRequestUMP>, messageType: UInt8,
    _ transmission: Transmission
  ) {
    let words = unsafe UnsafeBufferPointer(
      start: request.pointee.words, count: Int(request.pointee.wordsToSend))
    let packets = unsafe Array(UMPWords(Array(words)))
    guard packets.allSatisfy({ $0.messageType == messageType }),
      packets.reduce(0, { $0 + $1.wordCount }) == words.count
    else { return nil }
    unsafe self.request = unsafe request
    events = packets.map { HostTimedUMP(hostTime: 0, ump: $0) }[...]
    unsafe super.init(
      destination: request.pointee.destination, transmission: transmission)
  }

  override func advance() -> Bool {
    guard unsafe !request.pointee.complete, !events.isEmpty else { return false }
    let sent = events.prefix(transmission.sendSome(Array(events.prefix(Self.batch))))
    let words = sent.reduce(0) { $0 + $1.ump.wordCount }
    unsafe request.pointee.words += words
    unsafe request.pointee.wordsToSend -= UInt32(words)
    events = events.dropFirst(sent.count)
    return !events.isEmpty
  }

  override func finish() {
    unsafe request.pointee.complete = true
    unsafe request.pointee.completionProc(request)
  }
}
