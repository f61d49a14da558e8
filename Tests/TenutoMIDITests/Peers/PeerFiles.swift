import TenutoMIDI

/// A file as the Python programs print it.
func midoText(_ file: StandardMIDIFile) -> String {
  var text = "file \(file.format.rawValue) \(ticks(file))\n"
  for track in file.tracks {
    text += "track\n"
    for event in track { text += "\(event.tick) \(hex(bytes(event.message)))\n" }
  }
  return text
}

private func ticks(_ file: StandardMIDIFile) -> UInt16 {
  if case .ticksPerQuarter(let ticks) = file.division { ticks } else { 0 }
}

private func bytes(_ message: TrackEvent.Message) -> [UInt8] {
  switch message {
  case .channel(let channel):
    [channel.status, channel.data1, channel.data2].prefix(channel.byteCount).map { $0 }
  case .sysEx(let data): [0xF0] + data
  case .escape(let data): [0xF7] + data
  case .meta(let type, let data): [0xFF, type] + variableLength(data.count) + data
  }
}

private func variableLength(_ count: Int) -> [UInt8] {
  count < 128 ? [UInt8(count)] : [UInt8(count >> 7) | 0x80, UInt8(count & 0x7F)]
}

private func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
}

/// A file as midicsv prints it.
func csvText(_ file: StandardMIDIFile) -> String {
  var lines = ["0, 0, Header, \(file.format.rawValue), \(file.tracks.count), \(ticks(file))"]
  for (index, track) in file.tracks.enumerated() {
    lines.append("\(index + 1), 0, Start_track")
    lines += track.map { "\(index + 1), \($0.tick), \(csvRecord($0.message))" }
  }
  return lines.joined(separator: "\n") + "\n0, 0, End_of_file\n"
}

private func csvRecord(_ message: TrackEvent.Message) -> String {
  switch message {
  case .channel(let channel): csvRecord(channel)
  case .sysEx(let data): list("System_exclusive", [data.count] + data.map { Int($0) })
  case .escape(let data): list("System_exclusive_packet", [data.count] + data.map { Int($0) })
  case .meta(let type, let data): csvRecord(metaType: type, data)
  }
}

private func csvRecord(_ message: MIDI1ChannelMessage) -> String {
  let channel = Int(message.status & 0xF)
  let (first, second) = (Int(message.data1), Int(message.data2))
  switch message.status >> 4 {
  case 0x8: return list("Note_off_c", [channel, first, second])
  case 0x9: return list("Note_on_c", [channel, first, second])
  case 0xA: return list("Poly_aftertouch_c", [channel, first, second])
  case 0xB: return list("Control_c", [channel, first, second])
  case 0xC: return list("Program_c", [channel, first])
  case 0xD: return list("Channel_aftertouch_c", [channel, first])
  default: return list("Pitch_bend_c", [channel, second << 7 | first])
  }
}

private func csvRecord(metaType type: UInt8, _ data: [UInt8]) -> String {
  switch type {
  case 0x01: quoted("Text_t", data)
  case 0x02: quoted("Copyright_t", data)
  case 0x03: quoted("Title_t", data)
  case 0x05: quoted("Lyric_t", data)
  case 0x06: quoted("Marker_t", data)
  case 0x51: list("Tempo", [data.reduce(0) { $0 << 8 | Int($1) }])
  case 0x58: list("Time_signature", data.map { Int($0) })
  case 0x59: "Key_signature, \(Int8(bitPattern: data[0])), \"\(data[1] == 0 ? "major" : "minor")\""
  case 0x7F: list("Sequencer_specific", [data.count] + data.map { Int($0) })
  default: "End_track"
  }
}

private func list(_ name: String, _ numbers: [Int]) -> String {
  ([name] + numbers.map { String($0) }).joined(separator: ", ")
}

private func quoted(_ name: String, _ text: [UInt8]) -> String {
  let escaped = text.map { byte -> String in
    switch byte {
    case UInt8(ascii: "\""): "\"\""
    case UInt8(ascii: "\\"): "\\\\"
    default: String(UnicodeScalar(byte))
    }
  }
  return "\(name), \"\(escaped.joined())\""
}
