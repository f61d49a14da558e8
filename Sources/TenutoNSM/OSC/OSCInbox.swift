internal import CLo
internal import Glibc
internal import Synchronization

/// Messages that liblo has parsed and that were not read yet.
final class OSCInbox: Sendable {
  /// A message with its sender.
  struct Item: Sendable, Equatable {
    let message: OSCMessage
    /// The sender's numeric address and port; nil if unknown.
    let source: OSCAddress?
  }

  private let items = Mutex<[Item]>([])

  func takeAll() -> [Item] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }

  /// liblo's callback, on the receiving thread.
  static var receive: lo_method_handler {
    { path, types, arguments, count, message, context in
      guard let context = unsafe context else { return 0 }
      let inbox = unsafe Unmanaged<OSCInbox>.fromOpaque(context).takeUnretainedValue()
      guard let path = unsafe path, let path = unsafe String(validatingCString: path) else {
        return 0
      }
      var values: [OSCArgument] = []
      for index in 0..<max(0, Int(count)) {
        guard let type = unsafe types?[index], let argument = unsafe arguments?[index] else {
          values.append(.other)
          continue
        }
        values.append(unsafe OSCInbox.value(of: argument, type: type))
      }
      let source = unsafe OSCInbox.source(of: message)
      inbox.items.withLock { $0.append(Item(message: OSCMessage(path, values), source: source)) }
      return 0
    }
  }

  private static func value(of argument: UnsafeMutablePointer<lo_arg>, type: CChar) -> OSCArgument {
    // An argument has the size of its type: less than the union, or more for a text.
    let bytes = UnsafeRawPointer(argument)
    switch UInt32(UInt8(bitPattern: type)) {
    case LO_STRING.rawValue, LO_SYMBOL.rawValue:
      let text = unsafe bytes.assumingMemoryBound(to: CChar.self)
      return unsafe String(validatingCString: text).map(OSCArgument.string) ?? .other
    case LO_INT32.rawValue: return unsafe .integer(bytes.loadUnaligned(as: Int32.self))
    case LO_FLOAT.rawValue: return unsafe .float(bytes.loadUnaligned(as: Float.self))
    default: return .other
    }
  }

  private static func source(of message: lo_message?) -> OSCAddress? {
    guard let address = unsafe lo_message_get_source(message),
      let host = unsafe lo_address_get_hostname(address),
      let port = unsafe lo_address_get_port(address)
    else { return nil }
    return unsafe UInt16(String(cString: port)).map {
      unsafe OSCAddress(host: String(cString: host), port: $0)
    }
  }
}
