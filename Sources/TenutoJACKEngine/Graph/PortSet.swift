internal import Synchronization
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
    let release: ReleaseRequest
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

/// The incomplete message of a MIDI input, and its notes that have not ended.
struct MIDIPortReader: ~Copyable {
  private var parser = MIDI1Parser()
  private var translator = MIDI1ToMIDI2Translator()
  private var sounding = NoteTracker()

  init() {}

  /// Forgets the incomplete message.
  mutating func reset() {
    parser = MIDI1Parser()
    translator = MIDI1ToMIDI2Translator()
  }

  /// Takes a byte, and returns the packets that it completes.
  ///
  /// Thread: render.
  @_noLocks
  mutating func take(_ byte: UInt8) -> UMPBatch? {
    guard let ump = parser.parse(byte) else { return nil }
    let batch = translator.translate(ump)
    for number in 0..<batch.count { sounding.take(batch[number]) }
    return batch
  }

  /// Returns the next packet that ends a note or releases a pedal; nil when none is left.
  ///
  /// Thread: render.
  @_noLocks
  mutating func release() -> UMP? { sounding.release() }
}

/// Control's request to end the notes of a MIDI input, whose own end may have been lost with a
/// connection or the server.
///
/// Valid as long as the client's owner.
@safe struct ReleaseRequest: BitwiseCopyable, @unchecked Sendable {  // points to an atomic
  private let isMade: UnsafeMutablePointer<Atomic<Bool>>

  static func allocate() -> ReleaseRequest {
    let isMade = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: 1)
    unsafe isMade.initialize(to: Atomic(false))
    return unsafe ReleaseRequest(isMade: isMade)
  }

  func deallocate() {
    unsafe isMade.deinitialize(count: 1)
    unsafe isMade.deallocate()
  }

  /// Makes the request, which the next cycle fulfils.
  func make() { unsafe isMade.pointee.store(true, ordering: .releasing) }

  /// Returns whether it was made since the last call.
  ///
  /// Thread: render.
  @_noLocks
  func take() -> Bool {
    guard unsafe isMade.pointee.load(ordering: .acquiring) else { return false }
    unsafe isMade.pointee.store(false, ordering: .relaxed)
    return true
  }
}
