internal import TenutoMIDIMessages

// Core MIDI's numbers equal those of the messages; nil for a number without a message value.
extension FunctionBlockDirection {
  init?(_ direction: MIDIUMPFunctionBlockDirection) {
    switch direction {
    case .input: self = .input
    case .output: self = .output
    case .bidirectional: self = .bidirectional
    default: return nil
    }
  }

  var coreMIDI: MIDIUMPFunctionBlockDirection {
    switch self {
    case .input: .input
    case .output: .output
    case .bidirectional: .bidirectional
    }
  }
}

extension FunctionBlockMIDI1 {
  init?(_ info: MIDIUMPFunctionBlockMIDI1Info) {
    switch info {
    case .notMIDI1: self = .no
    case .unrestrictedBandwidth: self = .fullSpeed
    case .restrictedBandwidth: self = .restrictedBandwidth
    default: return nil
    }
  }

  var coreMIDI: MIDIUMPFunctionBlockMIDI1Info {
    switch self {
    case .no: .notMIDI1
    case .fullSpeed: .unrestrictedBandwidth
    case .restrictedBandwidth: .restrictedBandwidth
    }
  }
}

extension FunctionBlockUIHint {
  init?(_ hint: MIDIUMPFunctionBlockUIHint) {
    switch hint {
    case .unknown: self = .unknown
    case .receiver: self = .receiver
    case .sender: self = .sender
    case .senderReceiver: self = .both
    default: return nil
    }
  }

  var coreMIDI: MIDIUMPFunctionBlockUIHint {
    switch self {
    case .unknown: .unknown
    case .receiver: .receiver
    case .sender: .sender
    case .both: .senderReceiver
    }
  }
}

extension FunctionBlockInfo {
  /// The groups of the block that exist.
  var groups: Range<UInt8> {
    min(firstGroup, 16)..<UInt8(min(16, Int(firstGroup) + Int(groupCount)))
  }
}
