// Prints the notes of all MIDI sources. Written as a tutorial of Core MIDI has it, in Swift 5: on a
// Mac the same program starts with `import CoreMIDI` and `import Darwin`.
//
//     MIDIMonitor [--seconds N]
import ArgumentParser
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

var client = MIDIClientRef()
var status = MIDIClientCreateWithBlock("MIDIMonitor" as CFString, &client) { notification in
  if notification.pointee.messageID == .msgSetupChanged {
    print("The MIDI setup has changed.")
    fflush(stdout)
  }
}
guard status == noErr else {
  print("There is no MIDI client: error \(status). Does a JACK server run?")
  exit(1)
}

var inputPort = MIDIPortRef()
status = MIDIInputPortCreateWithBlock(client, "Input" as CFString, &inputPort) { packetList, _ in
  handle(packetList)
}
guard status == noErr else {
  print("There is no input port: error \(status).")
  exit(1)
}

for index in 0..<MIDIGetNumberOfSources() {
  let source = MIDIGetSource(index)
  print("source \(index): \(displayName(of: source))")
  status = MIDIPortConnectSource(inputPort, source, nil)
  if status != noErr { print("It cannot be connected: error \(status).") }
}
print("listening")
fflush(stdout)

if let seconds = seconds {
  usleep(UInt32(seconds * 1_000_000))
  MIDIPortDispose(inputPort)
  MIDIClientDispose(client)
} else {
  while true { sleep(3600) }
}
