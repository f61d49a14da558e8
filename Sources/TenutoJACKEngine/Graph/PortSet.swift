internal import TenutoJACK
internal import TenutoMIDI
internal import TenutoRender

/// A client's ports in the form for its render thread; any change makes another set.
@safe struct PortSet: ~Copyable, @unchecked Sendable {  // never changes
  /// An audio port, and its channel of the graph; an output has a guard.
  struct Audio: BitwiseCopyable {
    let port: JACKPort
    let channel: Int
    var guardian: PortGuard?
  }

  /// A MIDI input, its node, and its number for the renderer, or −1 if it only listens.
  @safe struct MIDIInput: BitwiseCopyable {
    let port: JACKPort
    let node: Graph.NodeID
    let number: Int
    let reader: UnsafeMutablePointer<MIDIPortReader>
  }

  /// A MIDI output, its number in the graph, and its group, or −1 for all.
  @safe struct MIDIOutput: BitwiseCopyable {
    let port: JACKPort
    let number: Int
    let group: Int
    let queue: UnsafeMutablePointer<MIDIPortQueue>
  }

  let audioInputCount: Int
  let audioOutputCount: Int
  let midiInputCount: Int
  let midiOutputCount: Int
  private let audio: UnsafeMutablePointer<Audio>
  private let midiInputs: UnsafeMutablePointer<MIDIInput>
  private let midiOutputs: UnsafeMutablePointer<MIDIOutput>

  init(
    audioInputs: [Audio], audioOutputs: [Audio], midiInputs: [MIDIInput],
    midiOutputs: [MIDIOutput]
  ) {
    audioInputCount = audioInputs.count
    audioOutputCount = audioOutputs.count
    midiInputCount = midiInputs.count
    midiOutputCount = midiOutputs.count
    unsafe audio = Self.copy(audioInputs + audioOutputs)
    unsafe self.midiInputs = Self.copy(midiInputs)
    unsafe self.midiOutputs = Self.copy(midiOutputs)
  }

  private static func copy<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    for (index, element) in elements.enumerated() {
      unsafe (memory + index).initialize(to: element)
    }
    return unsafe memory
  }

  deinit {
    unsafe audio.deallocate()
    unsafe midiInputs.deallocate()
    unsafe midiOutputs.deallocate()
  }

  @_noLocks
  func audioInput(_ index: Int) -> Audio {
    precondition(index >= 0 && index < audioInputCount)
    return unsafe audio[index]
  }

  @_noLocks
  func audioOutput(_ index: Int) -> Audio {
    precondition(index >= 0 && index < audioOutputCount)
    return unsafe audio[audioInputCount + index]
  }

  @_noLocks
  func midiInput(_ index: Int) -> MIDIInput {
    precondition(index >= 0 && index < midiInputCount)
    return unsafe midiInputs[index]
  }

  @_noLocks
  func midiOutput(_ index: Int) -> MIDIOutput {
    precondition(index >= 0 && index < midiOutputCount)
    return unsafe midiOutputs[index]
  }
}

/// The incomplete message of a MIDI input.
struct MIDIPortReader {
  var parser = MIDI1Parser()
  var translator = MIDI1ToMIDI2Translator()

  init() {}
}
