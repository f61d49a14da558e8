internal import Synchronization

/// Called with a notification, valid during the call.
public typealias MIDINotifyBlock = (UnsafePointer<MIDINotification>) -> Void

/// Reports the change of a property.
///
/// The layout is Core MIDI's: it starts with the header of all notifications.
public struct MIDIObjectPropertyChangeNotification {
  /// `.msgPropertyChanged`.
  public var messageID: MIDINotificationMessageID
  /// Size of this value in bytes.
  public var messageSize: UInt32
  /// The object.
  public var object: MIDIObjectRef
  /// The type of the object.
  public var objectType: MIDIObjectType
  /// The key of the property; the caller must not release it.
  public var propertyName: Unmanaged<CFString>

  /// Creates a notification.
  public init(
    messageID: MIDINotificationMessageID, messageSize: UInt32, object: MIDIObjectRef,
    objectType: MIDIObjectType, propertyName: Unmanaged<CFString>
  ) {
    self.messageID = messageID
    self.messageSize = messageSize
    self.object = object
    self.objectType = objectType
    self.propertyName = propertyName
  }
}

/// The procedure or block that a client gave for notifications, if any.
struct NotificationListener: @unchecked Sendable {  // called on one queue only
  @safe
  enum Form {
    case none
    case proc(MIDINotifyProc, Context)
    case block(MIDINotifyBlock)
  }

  private let form: Form

  init(_ form: Form = .none) { self.form = form }

  func call(_ notification: UnsafePointer<MIDINotification>) {
    switch form {
    case .none: break
    case .proc(let proc, let context): unsafe proc(notification, context.pointer)
    case .block(let block): unsafe block(notification)
    }
  }
}

/// A change that clients are notified of.
enum SetupChange: Sendable {
  case setup
  case added(child: Child, parent: Child?)
  case removed(child: Child, parent: Child?)
  case property(Child, CFString)
  case thruConnections

  /// An object in a notification.
  struct Child: Sendable {
    let ref: MIDIObjectRef
    let type: MIDIObjectType
  }

  /// Calls `body` with the notification, valid during the call.
  func withNotification(_ body: (UnsafePointer<MIDINotification>) -> Void) {
    switch self {
    case .setup: unsafe lend(head(.msgSetupChanged, MIDINotification.self), to: body)
    case .thruConnections:
      unsafe lend(head(.msgThruConnectionsChanged, MIDINotification.self), to: body)
    case .added(let child, let parent):
      unsafe lend(message(.msgObjectAdded, child, parent), to: body)
    case .removed(let child, let parent):
      unsafe lend(message(.msgObjectRemoved, child, parent), to: body)
    case .property(let object, let name):
      let size = UInt32(MemoryLayout<MIDIObjectPropertyChangeNotification>.size)
      let change = MIDIObjectPropertyChangeNotification(
        messageID: .msgPropertyChanged, messageSize: size, object: object.ref,
        objectType: object.type, propertyName: Unmanaged(name))
      unsafe lend(change, to: body)
    }
  }

  private func head<Message>(
    _ id: MIDINotificationMessageID, _ type: Message.Type
  ) -> MIDINotification {
    MIDINotification(messageID: id, messageSize: UInt32(MemoryLayout<Message>.size))
  }

  private func message(
    _ id: MIDINotificationMessageID, _ child: Child, _ parent: Child?
  ) -> MIDIObjectAddRemoveNotification {
    MIDIObjectAddRemoveNotification(
      messageID: id, messageSize: UInt32(MemoryLayout<MIDIObjectAddRemoveNotification>.size),
      parent: parent?.ref ?? 0, parentType: parent?.type ?? .other, child: child.ref,
      childType: child.type)
  }

  private func lend<Message>(
    _ message: Message, to body: (UnsafePointer<MIDINotification>) -> Void
  ) {
    unsafe withUnsafeBytes(of: message) { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe body(start.assumingMemoryBound(to: MIDINotification.self))
    }
  }
}
