internal import TenutoJACK

/// Called with a list of received MIDI 1.0 bytes, and the context of the connection.
public typealias MIDIReadBlock = (UnsafePointer<MIDIPacketList>, UnsafeMutableRawPointer?) -> Void

/// Called with a list of received packets, and the context of the connection.
public typealias MIDIReceiveBlock = (UnsafePointer<MIDIEventList>, UnsafeMutableRawPointer?) -> Void

/// A pointer that is returned to the program unchanged.
@safe
struct Context: @unchecked Sendable {  // never followed here; the program knows of the thread
  let pointer: UnsafeMutableRawPointer?

  /// No context.
  static var none: Context { unsafe Context(nil) }

  init(_ pointer: UnsafeMutableRawPointer?) { unsafe self.pointer = unsafe pointer }
}

/// The procedure or block that a program gave for arrivals, and the format that it takes.
struct Reader: @unchecked Sendable {  // called on the client's thread alone, one at a time
  @safe
  enum Form {
    case proc(MIDIReadProc, Context)
    case block(MIDIReadBlock)
    case events(MIDIProtocolID, MIDIReceiveBlock)
    /// A part of the library itself.
    case arrivals(@Sendable (MIDIArrival) -> Void)
  }

  let form: Form

  init(_ form: Form) { self.form = form }

  func call(_ list: UnsafePointer<MIDIPacketList>, _ context: Context) {
    switch form {
    case .proc(let proc, let own): unsafe proc(list, own.pointer, context.pointer)
    case .block(let block): unsafe block(list, context.pointer)
    case .events, .arrivals: break
    }
  }

  func call(_ list: UnsafePointer<MIDIEventList>, _ context: Context) {
    if case .events(_, let block) = form { unsafe block(list, context.pointer) }
  }
}
