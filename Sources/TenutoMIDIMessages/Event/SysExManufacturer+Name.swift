extension MIDIEvent.SysExManufacturer {
  /// The manufacturer's name, nil if this table has none.
  ///
  /// All one-byte ids, and the three-byte ids of devices that are common with computers. The MIDI
  /// Association publishes the complete list.
  public var name: String? {
    switch self {
    case .oneByte(let byte): Self.oneByteNames[byte.rawValue]
    case .threeByte(let byte2, let byte3):
      Self.threeByteNames[UInt16(byte2.rawValue) << 8 | UInt16(byte3.rawValue)]
    }
  }

  private static let oneByteNames = americanNames.merging(europeanNames) { first, _ in first }
    .merging(japaneseNames) { first, _ in first }

  private static let americanNames: [UInt8: String] = [
    0x01: "Sequential Circuits", 0x02: "IDP", 0x03: "Voyetra Turtle Beach", 0x04: "Moog Music",
    0x05: "Passport Designs", 0x06: "Lexicon", 0x07: "Kurzweil / Young Chang", 0x08: "Fender",
    0x09: "MIDI9", 0x0A: "AKG Acoustics", 0x0B: "Voyce Music", 0x0C: "WaveFrame",
    0x0D: "ADA Signal Processors", 0x0E: "Garfield Electronics", 0x0F: "Ensoniq",
    0x10: "Oberheim", 0x11: "Apple", 0x12: "Grey Matter Response", 0x13: "Digidesign",
    0x14: "Palmtree Instruments", 0x15: "JLCooper Electronics", 0x16: "Lowrey Organ",
    0x17: "Adams-Smith", 0x18: "E-mu Systems", 0x19: "Harmony Systems", 0x1A: "ART",
    0x1B: "Baldwin", 0x1C: "Eventide", 0x1D: "Inventronics", 0x1E: "Key Concepts",
    0x1F: "Clarity", 0x7D: "-",
  ]

  private static let europeanNames: [UInt8: String] = [
    0x20: "Passac", 0x21: "SIEL (Proel Labs)", 0x22: "Synthaxe", 0x23: "Stepp", 0x24: "Hohner",
    0x25: "Twister", 0x26: "Ketron", 0x27: "Jellinghaus", 0x28: "Southworth Music Systems",
    0x29: "PPG", 0x2A: "JEN", 0x2B: "Solid State Logic", 0x2C: "Audio Veritrieb", 0x2D: "Neve",
    0x2E: "Soundtracs", 0x2F: "Elka", 0x30: "Dynacord", 0x31: "Viscount", 0x32: "Drawmer",
    0x33: "Clavia", 0x34: "Audio Architecture", 0x35: "Generalmusic", 0x36: "Cheetah Marketing",
    0x37: "C.T.M.", 0x38: "Simmons", 0x39: "Soundcraft", 0x3A: "Steinberg", 0x3B: "Wersi",
    0x3C: "AVAB Niethammer", 0x3D: "Digigram", 0x3E: "Waldorf", 0x3F: "Quasimidi",
  ]

  private static let japaneseNames: [UInt8: String] = [
    0x40: "Kawai", 0x41: "Roland", 0x42: "Korg", 0x43: "Yamaha", 0x44: "Casio",
    0x46: "Kamiya Studio", 0x47: "Akai", 0x48: "Victor (JVC)", 0x4B: "Fujitsu", 0x4C: "Sony",
    0x4E: "Teac", 0x50: "Matsushita Electric", 0x51: "Fostex", 0x52: "Zoom",
    0x54: "Matsushita Communication", 0x55: "Suzuki", 0x56: "Fuji Sound",
    0x57: "Acoustic Technical Laboratory", 0x59: "Faith", 0x5A: "Internet Corporation",
    0x5C: "Seekers", 0x5F: "SD Card Association",
  ]

  private static let threeByteNames: [UInt16: String] = [
    0x000E: "Alesis", 0x0010: "DOD Electronics", 0x0015: "KAT", 0x0016: "Opcode Systems",
    0x001A: "Allen & Heath", 0x001B: "Peavey", 0x001C: "360 Systems",
    0x003B: "Mark of the Unicorn", 0x0041: "Microsoft", 0x0050: "MIDI Solutions",
    0x0066: "Mackie", 0x0105: "M-Audio", 0x0106: "PreSonus", 0x010C: "Line 6", 0x013F: "Numark",
    0x0154: "Lynx", 0x0161: "Livid Instruments", 0x0172: "Kilpatrick Audio",
    0x0174: "Fractal Audio", 0x0177: "Nektar", 0x020D: "Google", 0x0218: "Universal Audio",
    0x2013: "Kenton", 0x201F: "TC Electronic", 0x2020: "Doepfer", 0x2029: "Focusrite / Novation",
    0x2032: "Behringer", 0x2033: "Access Music", 0x203A: "Propellerhead", 0x203C: "Elektron",
    0x206B: "Arturia", 0x2076: "Teenage Engineering", 0x207F: "Serato",
    0x2102: "Mutable Instruments", 0x2107: "Modal Electronics", 0x2109: "Native Instruments",
    0x2110: "ROLI", 0x211A: "IK Multimedia", 0x211D: "Ableton", 0x2127: "Expert Sleepers",
    0x2132: "Bome", 0x4000: "Crimson Technology", 0x4006: "Pioneer",
  ]
}
