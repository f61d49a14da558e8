import Glibc
import TenutoCoreMIDI
import Testing

/// The most frequent calls of tests, without pointers.
extension MIDIClientRef {
  func source(_ name: String, _ wanted: MIDIProtocolID? = nil) throws -> MIDIEndpointRef {
    var source = MIDIEndpointRef()
    let status =
      if let wanted {
        unsafe MIDISourceCreateWithProtocol(self, name, wanted, &source)
      } else {
        unsafe MIDISourceCreate(self, name, &source)
      }
    try #require(status == noErr)
    return source
  }

  func destination(_ name: String, _ inbox: Inbox) throws -> MIDIEndpointRef {
    var destination = MIDIEndpointRef()
    let status = unsafe MIDIDestinationCreateWithBlock(self, name, &destination) { list, _ in
      unsafe inbox.take(list)
    }
    try #require(status == noErr)
    return destination
  }

  func input(_ name: String, _ inbox: Inbox) throws -> MIDIPortRef {
    var port = MIDIPortRef()
    let status = unsafe MIDIInputPortCreateWithBlock(self, name, &port) { list, _ in
      unsafe inbox.take(list)
    }
    try #require(status == noErr)
    return port
  }

  func input(
    _ name: String, _ wanted: MIDIProtocolID, _ inbox: Inbox
  ) throws -> MIDIPortRef {
    var port = MIDIPortRef()
    let status = unsafe MIDIInputPortCreateWithProtocol(self, name, wanted, &port) { list, _ in
      unsafe inbox.take(list)
    }
    try #require(status == noErr)
    return port
  }

  func output(_ name: String) throws -> MIDIPortRef {
    var port = MIDIPortRef()
    try #require(unsafe MIDIOutputPortCreate(self, name, &port) == noErr)
    return port
  }
}

func connect(_ port: MIDIPortRef, _ source: MIDIEndpointRef) throws {
  try #require(MIDIPortConnectSource(port, source, nil) == noErr)
}

func string(_ object: MIDIObjectRef, _ key: CFString) -> String? {
  var value: Unmanaged<CFString>?
  guard unsafe MIDIObjectGetStringProperty(object, key, &value) == noErr else { return nil }
  return value?.takeRetainedValue()
}

func integer(_ object: MIDIObjectRef, _ key: CFString) -> Int32? {
  var value: Int32 = 0
  return unsafe MIDIObjectGetIntegerProperty(object, key, &value) == noErr ? value : nil
}

func find(_ uniqueID: MIDIUniqueID) -> MIDIObjectRef? {
  var object = MIDIObjectRef()
  return unsafe MIDIObjectFindByUniqueID(uniqueID, &object, nil) == noErr ? object : nil
}

var sources: [MIDIEndpointRef] { (0..<MIDIGetNumberOfSources()).map { MIDIGetSource($0) } }

var destinations: [MIDIEndpointRef] {
  (0..<MIDIGetNumberOfDestinations()).map { MIDIGetDestination($0) }
}

/// Sends bytes out of a source.
@discardableResult
func emit(_ source: MIDIEndpointRef, _ bytes: [UInt8], at time: MIDITimeStamp = 0) -> OSStatus {
  let builder = MIDIPacketList.Builder(byteSize: bytes.count + 64)
  _ = unsafe builder.append(timestamp: time, data: bytes)
  return unsafe builder.withUnsafePointer { unsafe MIDIReceived(source, $0) }
}

/// Sends bytes to a destination.
@discardableResult
func send(
  _ port: MIDIPortRef, _ destination: MIDIEndpointRef, _ bytes: [UInt8],
  at time: MIDITimeStamp = 0
) -> OSStatus {
  let builder = MIDIPacketList.Builder(byteSize: bytes.count + 64)
  _ = unsafe builder.append(timestamp: time, data: bytes)
  return unsafe builder.withUnsafePointer { unsafe MIDISend(port, destination, $0) }
}

/// Sends words out of a source.
@discardableResult
func emit(
  _ source: MIDIEndpointRef, _ words: [UInt32], in wanted: MIDIProtocolID
) -> OSStatus {
  let builder = MIDIEventList.Builder(inProtocol: wanted, wordSize: words.count + 16)
  _ = unsafe builder.append(timestamp: 0, words: words)
  return unsafe builder.withUnsafePointer { unsafe MIDIReceivedEventList(source, $0) }
}

/// Repeats an action until `condition` holds, at most about ten seconds; events may be lost while
/// JACK connects.
func eventually(doing action: () -> Void, _ condition: () -> Bool) -> Bool {
  for turn in 0..<2000 {
    if turn % 20 == 0 { action() }
    usleep(5000)
    if condition() { return true }
  }
  return false
}
