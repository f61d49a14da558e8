// Prints the notes of all MIDI sources. Written like a Core MIDI tutorial, in Swift 5: on a Mac the
// same program starts with `import CoreMIDI` and `import Darwin`.
//
//     MIDIMonitor [--seconds N]
import ArgumentParser
import Dispatch
import Glibc
import TenutoCoreMIDI

func displayName(of object: MIDIObjectRef) -> String {
  var name: Unmanaged<CFString>?
  let status = MIDIObjectGetStringProperty(object, kMIDIPropertyDisplayName, &name)
  guard status == noErr, let name = name else { return "(unknown)" }
  return name.takeRetainedValue() as String
}

func handle(_ packetList: UnsafePointer<MIDIPacketList>) {
  for packet in packetList.unsafeSequence() {
    let bytes = Array(packet.bytes())
    var index = 0
    while index + 2 < bytes.count {
      let channel = bytes[index] & 0x0F
      switch bytes[index] & 0xF0 {
      case 0x90 where bytes[index + 2] > 0:
        print("note on  channel \(channel) note \(bytes[index + 1]) velocity \(bytes[index + 2])")
        index += 3
      case 0x80, 0x90:
        print("note off channel \(channel) note \(bytes[index + 1])")
        index += 3
      default:
        index += 1
      }
    }
  }
  fflush(stdout)
}

struct MIDIMonitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "MIDIMonitor", abstract: "Prints the notes of all MIDI sources, until Ctrl-C.")

  @Option(help: "Ends after so many seconds.") var seconds: Double?

  func validate() throws {
    if let seconds, !(0...4000).contains(seconds) {
      throw ValidationError("'--seconds' is 0 to 4000")
    }
  }
}

let seconds = MIDIMonitor.parseOrExit().seconds

/// Sources come and go while the program runs, so the program polls them.
let setup = DispatchQueue(label: "setup")
var inputPort = MIDIPortRef()
var connected: Set<MIDIEndpointRef> = []

/// Connects new sources, and forgets missing ones.
func connectSources() {
  guard inputPort != 0 else { return }
  let sources = (0..<MIDIGetNumberOfSources()).map { MIDIGetSource($0) }
  connected.formIntersection(sources)
  for (index, source) in sources.enumerated() where !connected.contains(source) {
    print("source \(index): \(displayName(of: source))")
    let status = MIDIPortConnectSource(inputPort, source, nil)
    if status == noErr {
      connected.insert(source)
    } else {
      print("It cannot be connected: error \(status).")
    }
  }
  fflush(stdout)
}

var client = MIDIClientRef()
var status = MIDIClientCreateWithBlock("MIDIMonitor" as CFString, &client) { notification in
  if notification.pointee.messageID == .msgSetupChanged {
    print("The MIDI setup has changed.")
    setup.async { connectSources() }
  }
}
guard status == noErr else {
  print("There is no MIDI client: error \(status). Does a JACK server run?")
  exit(1)
}

status = MIDIInputPortCreateWithBlock(client, "Input" as CFString, &inputPort) { packetList, _ in
  handle(packetList)
}
guard status == noErr else {
  print("There is no input port: error \(status).")
  exit(1)
}

setup.sync { connectSources() }
print("listening")
fflush(stdout)

if let seconds = seconds {
  usleep(UInt32(seconds * 1_000_000))
  // The client disposes of its port; later notifications find nothing to connect.
  setup.sync { inputPort = 0 }
  MIDIClientDispose(client)
} else {
  while true { sleep(3600) }
}
