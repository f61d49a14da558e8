import Synchronization
import TenutoCoreMIDI
import Testing

/// The notifications of a client.
final class Notices: Sendable {
  struct Notice: Sendable, Equatable {
    var id: MIDINotificationMessageID
    var child: MIDIObjectRef = 0
    var type: MIDIObjectType = .other
    var property = ""
  }

  let all = Mutex<[Notice]>([])

  func take(_ notification: UnsafePointer<MIDINotification>) {
    var notice = Notice(id: unsafe notification.pointee.messageID)
    let raw = unsafe UnsafeRawPointer(notification)
    switch notice.id {
    case .msgObjectAdded, .msgObjectRemoved:
      let message = unsafe raw.load(as: MIDIObjectAddRemoveNotification.self)
      notice.child = message.child
      notice.type = message.childType
    case .msgPropertyChanged:
      let message = unsafe raw.assumingMemoryBound(
        to: MIDIObjectPropertyChangeNotification.self
      ).pointee
      notice.child = message.object
      notice.type = message.objectType
      notice.property = message.propertyName.takeUnretainedValue()
    default: break
    }
    all.withLock { $0.append(notice) }
  }

  func has(_ notice: Notice) -> Bool { all.withLock { $0.contains(notice) } }
}

/// Runs `body` next to a server, with a client's notifications.
func withNotices(_ body: (Notices) throws -> Void) throws {
  try withServer { _ in
    let notices = Notices()
    var client = MIDIClientRef()
    let status = unsafe MIDIClientCreateWithBlock("listener", &client) {
      unsafe notices.take($0)
    }
    try #require(status == noErr)
    defer { MIDIClientDispose(client) }
    try body(notices)
  }
}
