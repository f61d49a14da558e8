import TenutoTransport

/// The state of voices, as a snapshot.
extension Sound {
  var snapshot: [UInt8] {
    var writer = WireWriter()
    writer.write(UInt32(0))  // the cycle, which only a host needs
    writer.write(UInt16(voices.count))
    for voice in voices {
      writer.write(voice.note)
      writer.write(voice.channel)
      writer.write(Fault.is("A16") ? 0 : voice.phase)
      writer.write(voice.level)
      writer.write(voice.isHeld)
    }
    return writer.bytes
  }

  func restore(_ bytes: [UInt8]) throws {
    var reader = WireReader(bytes[...])
    _ = try reader.read(UInt32.self)
    voices = []
    for _ in 0..<(try reader.read(UInt16.self)) {
      var voice = Voice(note: try reader.read(), channel: try reader.read())
      voice.phase = try reader.readDouble()
      voice.level = try reader.readFloat()
      voice.isHeld = try reader.readBool()
      voices.append(voice)
    }
    try reader.finish()
  }
}
