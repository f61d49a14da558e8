internal import TenutoCore
internal import TenutoMIDI
internal import TenutoSystem
internal import TenutoTransport

/// The render thread's state of a node that runs in the host itself.
@safe struct HostSlot: ~Copyable {
  /// The node's work in a cycle.
  enum Work: BitwiseCopyable {
    /// Only measured, since its channels belong to the engine.
    case port
    /// Passes the engine's MIDI to other nodes.
    case midiInput
    /// Passes its main input to its main output if their channels match, or else is silent.
    case placeholder
    case mixer
    case fileInput
    case fileOutput
    /// Passes its input to a thread of the host.
    case monitor
    case song
  }

  let work: Work
  var role: SlotRole
  /// The histories of its output for the next plan.
  var warming: UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  let statistics = SlotStatistics.allocate()
  /// Events of the next cycle.
  var pending: EventList
  /// Its MIDI output, or nil, and the notes of it that have not ended.
  let sent: UnsafeMutablePointer<EventList>?
  let sounding: UnsafeMutablePointer<PlayedState>
  /// Whether its channels are the engine's outputs.
  let isOutput: Bool
  /// Channels that a placeholder passes on.
  let dryCount: Int
  /// Its mixer, player, recorder or monitor.
  let mixer: UnsafeMutablePointer<MixerState>?
  let feed: FeedRing?
  let tap: FileTap?
  let monitor: MonitorTap?
  var song: SongPlayer?
  /// The input channels of this cycle; nil for silence.
  let inputs: UnsafeMutablePointer<UnsafePointer<Float>?>

  /// The most events in one cycle: parameters, or as much MIDI as an instance can get.
  private let pendingCapacity: Int

  /// Thread: control.
  init(_ equipment: HostEquipment, _ layout: BusLayout, role: SlotRole) {
    work = equipment.work
    isOutput = layout.outputs.isEmpty
    self.role = role
    pendingCapacity = equipment.hasMIDI ? SlotEvents.pendingCapacity : 1024
    pending = EventList(capacity: pendingCapacity)
    unsafe sent = equipment.hasMIDI ? .allocate(capacity: 1) : nil
    unsafe sent?.initialize(to: EventList(capacity: SlotEvents.sentCapacity))
    unsafe sounding = .allocate(capacity: 1)
    unsafe sounding.initialize(to: PlayedState(keepsNotesOnly: true))
    dryCount = layout.inputs.first == layout.outputs.first ? layout.outputs.first ?? 0 : 0
    unsafe mixer = equipment.mixer.map { mixer in
      let state = UnsafeMutablePointer<MixerState>.allocate(capacity: 1)
      unsafe state.initialize(to: MixerState(mixer))
      return unsafe state
    }
    feed = equipment.feed?.ring
    tap = equipment.take?.tap
    monitor = equipment.monitor?.tap
    song = equipment.song.map { SongPlayer($0.input.events, sampleRate: $0.sampleRate) }
    let count = max(1, Mixer.maximumInputCount * 2, layout.inputChannelCount)
    unsafe inputs = .allocate(capacity: count)
    unsafe inputs.initialize(repeating: nil, count: count)
  }

  deinit {
    statistics.deallocate()
    unsafe sent?.deinitialize(count: 1)
    unsafe sent?.deallocate()
    unsafe sounding.deinitialize(count: 1)
    unsafe sounding.deallocate()
    unsafe mixer?.deinitialize(count: 1)
    unsafe mixer?.deallocate()
    unsafe inputs.deallocate()
  }

  /// Adds an event for the next cycle; counts an event without room.
  ///
  /// Thread: render.
  @_noLocks
  mutating func append(_ event: TimedEvent) {
    let before = pending.lostCount
    pending.insert(event)
    statistics.countLostEvents(pending.lostCount &- before)
  }

  /// Events that still fit into the next cycle.
  var room: Int { @_noLocks get { pendingCapacity &- pending.count } }

  /// Outputs the MIDI that has arrived for it.
  ///
  /// Thread: render, once in each cycle.
  @_noLocks
  mutating func passMIDI() {
    guard let sent = unsafe sent else { return }
    unsafe sent.pointee.removeAll()
    for index in 0..<pending.count {
      guard case .midi(let packet) = pending[index].payload else { continue }
      unsafe sounding.pointee.take(packet)
      unsafe sent.pointee.insert(pending[index])
    }
  }
}

/// The equipment of a node that runs in the host, which control makes and owns.
struct HostEquipment: Sendable {
  let work: HostSlot.Work
  var hasMIDI = false
  var mixer: Mixer?
  var feed: FileFeed?
  var take: FileTake?
  var monitor: GraphMonitor?
  var song: (input: SongInput, sampleRate: Double)?

  /// Makes the equipment for a node's content; nil for an instance.
  ///
  /// Thread: control.
  ///
  /// - Throws: An error if a file cannot be read or created.
  init?(_ content: Graph.Content, in format: EngineFormat) throws(HostError) {
    switch content {
    case .instance: return nil
    case .placeholder: (work, hasMIDI) = (.placeholder, true)
    case .mixer(let mixer): (work, self.mixer) = (.mixer, mixer)
    case .fileInput(let file):
      (work, feed) = (.fileInput, try FileFeed(file, sampleRate: format.sampleRate))
    case .fileOutput(let file):
      (work, take) = (
        .fileOutput,
        try FileTake(file, sampleRate: format.sampleRate, isRepeatable: !format.isRealtime)
      )
    case .monitor(let monitor):
      (work, self.monitor) = (.monitor, monitor)
      monitor.prepare(sampleRate: format.sampleRate)
    case .song(let song):
      (work, hasMIDI) = (.song, true)
      self.song = (song, format.sampleRate)
    case .audioInput, .audioOutput, .midiOutput: work = .port
    case .midiInput: (work, hasMIDI) = (.midiInput, true)
    }
  }
}
