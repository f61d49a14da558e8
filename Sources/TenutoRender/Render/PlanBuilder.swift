internal import TenutoCore
internal import TenutoTransport

/// Makes a plan from a schedule, with the transition from the plan before.
///
/// Thread: control.
@safe struct PlanBuilder {
  let memory = PlanMemory()
  let schedule: Schedule
  let base: CompiledPlan?
  let slotTable: SlotTable
  let engine: EngineMemory
  let ports: EnginePorts
  /// By index of the schedule: the slot of the node, and its mixer, if it is one.
  let slots: [Int]
  let mixers: [Mixer?]
  let timeline: TimelineMemory?

  private(set) var sourceKeys: [CompiledPlan.SourceKey] = []
  private(set) var midiKeys: [CompiledPlan.MIDIKey] = []
  private(set) var depths: [Int: Int] = [:]
  private(set) var shapes: [Int: MixerShape] = [:]
  private(set) var histories: [CompiledPlan.HistoryKey: ChannelHistory] = [:]
  private(set) var lines: [CompiledPlan.MIDIKey: ConnectionLine] = [:]
  private(set) var bufferCount = 0
  let chains: GraphChains

  private var starts: [Int] = []
  private var sources: [PlanSource] = []
  private var edges: [MIDIEdge] = []
  private var outputs: [UnsafeMutablePointer<UnsafeMutablePointer<Float>>] = unsafe []
  private var unmatched: [CompiledPlan.SourceKey: [Int]] = [:]
  private var newHistories: Set<CompiledPlan.HistoryKey> = []
  private var change = PlanChange()

  init(
    _ schedule: Schedule, ports: EnginePorts, slots: [Int], mixers: [Mixer?], slotTable: SlotTable,
    engine: EngineMemory, timeline: TimelineMemory?, base: CompiledPlan?
  ) {
    self.schedule = schedule
    chains = GraphChains(schedule)
    self.ports = ports
    self.slots = slots
    self.mixers = mixers
    self.slotTable = slotTable
    self.engine = engine
    self.timeline = timeline
    self.base = base
    for (index, key) in (base?.sources ?? []).enumerated() {
      unmatched[key, default: []].append(index)
    }
  }

  /// Makes the plan.
  mutating func build(number: Int64) -> CompiledPlan {
    makeHistories()
    makeBuffers()
    let order = Array(schedule.extensions.joined()) + Array(schedule.hosts.joined())
    var tables: [Range<Int>] = order.map { addSources(of: $0) }
    tables.append(addOutputs())
    let midi = order.map { addMIDI(of: $0) }
    let midiOutputs = addMIDIOutputs()
    let starts = unsafe memory.array(self.starts)
    let sources = unsafe memory.array(self.sources)
    let edges = unsafe memory.array(self.edges)
    func table(_ range: Range<Int>) -> SourceTable {
      unsafe SourceTable(
        starts: starts + range.lowerBound, sources: sources, channelCount: range.count - 1)
    }
    func midiTable(_ range: Range<Int>) -> MIDITable {
      unsafe MIDITable(
        edges: edges + range.lowerBound, first: range.lowerBound, count: range.count)
    }
    let roles = zip(order, zip(tables, midi)).map { index, ranges in
      role(of: index, table(ranges.0), midiTable(ranges.1))
    }
    finishChange()
    var plan = plan(roles, mix: table(tables[order.count]), midiTable(midiOutputs))
    plan.number = number
    return CompiledPlan(self, number: number, plan)
  }
}

// MARK: - Memory

extension PlanBuilder {
  /// Determines the histories of the channels that are read with a delay.
  private mutating func makeHistories() {
    var needs: [CompiledPlan.HistoryKey: Int] = [:]
    let channels: [[Schedule.Source]] = schedule.entries.flatMap(\.inputs) + schedule.outputs
    for source in channels.joined() where source.delay > 0 {
      let key = CompiledPlan.HistoryKey(slot: slot(of: source), channel: source.channel)
      needs[key] = max(source.delay, needs[key] ?? 0)
    }
    for (key, frames) in needs {
      if let known = base?.histories[key], known.frameCount >= frames {
        histories[key] = known
        continue
      }
      histories[key] = ChannelHistory(atLeast: frames, frameCapacity: engine.frameCapacity)
      if isInBase(key.slot) {
        newHistories.insert(key)
        change.warmFrames = max(change.warmFrames, frames)
      }
    }
  }

  private func slot(of source: Schedule.Source) -> Int {
    source.node == Schedule.Source.engine ? -1 : slots[source.node]
  }

  /// Whether a slot, or the engine, was in the base plan.
  private func isInBase(_ slot: Int) -> Bool {
    guard let base else { return false }
    return slot < 0 || base.slots.contains(slot)
  }

  /// Assigns a buffer to every channel, or one of the engine's channels.
  private mutating func makeBuffers() {
    let first = schedule.entries.map { ports.audioInputs[$0.id] }
    let isOutput = schedule.entries.map { ports.audioOutputs[$0.id] != nil }
    let plan = BufferPlan(schedule, isPort: first.map { $0 != nil })
    bufferCount = plan.count
    // Whole cache lines, so that channels share none.
    let stride = (engine.frameCapacity + 15) / 16 * 16
    let pool = unsafe memory.samples(plan.count * stride)
    for (index, buffers) in plan.buffers.enumerated() {
      var pointers = unsafe buffers.map { unsafe pool + $0 * stride }
      let capacity = engine.frameCapacity
      if let first = first[index] {
        unsafe pointers = (0..<schedule.entries[index].layout.outputChannelCount).map {
          unsafe engine.external + (first + $0) * capacity
        }
      } else if isOutput[index], let first = ports.audioOutputs[schedule.entries[index].id] {
        unsafe pointers = (0..<schedule.entries[index].layout.inputChannelCount).map {
          unsafe engine.mix + (first + $0) * capacity
        }
      }
      unsafe outputs.append(memory.array(pointers))
    }
  }
}

// MARK: - Audio

extension PlanBuilder {
  /// Adds the sources of a node; returns the range of its table among all starts.
  private mutating func addSources(of index: Int) -> Range<Int> {
    add(schedule.entries[index].inputs, slot: slots[index])
  }

  private mutating func addOutputs() -> Range<Int> { add(schedule.outputs, slot: -1) }

  private mutating func add(_ channels: [[Schedule.Source]], slot: Int) -> Range<Int> {
    let first = starts.count
    starts.append(sources.count)
    for (channel, sources) in channels.enumerated() {
      for source in sources { add(source, slot: slot, channel: channel) }
      starts.append(self.sources.count)
    }
    return first..<starts.count
  }

  private mutating func add(_ source: Schedule.Source, slot: Int, channel: Int) {
    let from = self.slot(of: source)
    let key = CompiledPlan.SourceKey(
      slot: slot, channel: channel, source: from, sourceChannel: source.channel,
      delay: source.delay)
    let samples =
      unsafe from < 0
      ? engine.external + source.channel * engine.frameCapacity
      : outputs[source.node][source.channel]
    let history =
      unsafe source.delay > 0
      ? histories[CompiledPlan.HistoryKey(slot: from, channel: source.channel)]?.line : nil
    sourceKeys.append(key)
    unsafe sources.append(
      PlanSource(
        samples: samples, history: history, delay: source.delay,
        entry: entry(key)))
  }

  /// The frame at which a source fades in: at once, or when the sound of a new node arrives.
  private mutating func entry(_ key: CompiledPlan.SourceKey) -> Int {
    guard base != nil else { return -1 }
    if let known = unmatched[key]?.popLast() {
      _ = known
      return -1
    }
    let entry = isInBase(key.source) ? 0 : key.delay
    change.entryFrames = max(change.entryFrames, entry + RenderSlot.fadeFrames)
    return entry
  }
}

// MARK: - MIDI

extension PlanBuilder {
  private mutating func addMIDI(of index: Int) -> Range<Int> {
    let first = edges.count
    for source in schedule.entries[index].midiSources { add(source, slot: slots[index]) }
    return first..<edges.count
  }

  private mutating func addMIDIOutputs() -> Range<Int> {
    let first = edges.count
    for output in schedule.midiOutputs { add(output.source, slot: -3 - output.number) }
    return first..<edges.count
  }

  private mutating func add(_ source: Schedule.MIDISource, slot: Int) {
    let from = slots[source.node]
    let key = CompiledPlan.MIDIKey(slot: slot, source: from)
    // A line of the base plan stays, since notes may be sounding through it.
    if let line = base?.lines[key] {
      lines[key] = line
    } else if source.delay > 0 || !source.filter.isOpen {
      lines[key] = ConnectionLine(source.filter)
    }
    midiKeys.append(key)
    let isExtension = schedule.entries[source.node].isExtension
    let list = unsafe isExtension ? slotTable.list(ofExtension: from) : slotTable.hosts[from].sent
    let sounding =
      unsafe isExtension ? slotTable.slots[from].events.sounding : slotTable.hosts[from].sounding
    guard let list = unsafe list else { preconditionFailure("a source of MIDI has a list") }
    unsafe edges.append(
      MIDIEdge(
        list: list, line: lines[key]?.line,
        setting: MIDILine.Setting(source.filter, delay: source.delay), sounding: sounding))
  }
}

// MARK: - Plan

extension PlanBuilder {
  private mutating func role(
    of index: Int, _ inputs: SourceTable, _ midi: MIDITable
  ) -> SlotRole {
    let entry = schedule.entries[index]
    let slot = slots[index]
    let isOutput = ports.audioOutputs[entry.id] != nil
    let sent =
      unsafe entry.isExtension
      ? (entry.isMIDISource ? slotTable.list(ofExtension: slot) : nil) : nil
    if entry.isExtension { depths[slot] = entry.level }
    let count = isOutput ? entry.layout.inputChannelCount : entry.layout.outputChannelCount
    var role = unsafe SlotRole(
      inputs: inputs, outputs: outputs[index], outputCount: count,
      histories: isOutput ? nil : table(of: slot, count, in: histories),
      midi: midi, sent: sent, depth: entry.level)
    role.before = chains.links[index].map { slots[$0.before] } ?? -1
    role.after = chains.after[index] < 0 ? -1 : slots[chains.after[index]]
    if let mixer = mixers[index] {
      let shape = MixerShape(mixer)
      shapes[slot] = shape
      if let old = base?.shapes[slot], old != shape { role.shape = shape }
    }
    return role
  }

  /// The histories of a slot's channels, or nil.
  private func table(
    of slot: Int, _ count: Int, in histories: [CompiledPlan.HistoryKey: ChannelHistory]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>? {
    let lines = (0..<count).map {
      histories[CompiledPlan.HistoryKey(slot: slot, channel: $0)]
    }
    guard lines.contains(where: { $0 != nil }) else { return nil }
    return unsafe memory.array(lines.map { unsafe $0?.line })
  }

  /// The new histories among them, to be filled before the switch.
  private func warming(_ slot: Int, _ count: Int)
    -> UnsafeMutablePointer<UnsafeMutablePointer<DryDelay>?>?
  {
    unsafe table(of: slot, count, in: histories.filter { newHistories.contains($0.key) })
  }

  private mutating func finishChange() {
    guard let base else { return }
    var leaving = [Bool](repeating: false, count: base.sources.count)
    for index in unmatched.values.joined() { leaving[index] = true }
    unsafe change.leaving = memory.array(leaving)
    let staying = Set(midiKeys)
    unsafe change.leavingMIDI = memory.array(base.midi.map { !staying.contains($0) })
    let moves = depths.compactMap { slot, depth in
      base.depths[slot].map { $0 != depth } == true
        ? PlanChange.Move(slot: slot, depth: depth) : nil
    }
    unsafe change.moves = memory.array(moves)
    change.moveCount = moves.count
    var warmUps: [PlanChange.WarmUp] = []
    for (index, entry) in schedule.entries.enumerated() {
      let count = entry.layout.outputChannelCount
      guard let histories = unsafe warming(slots[index], count) else { continue }
      unsafe warmUps.append(
        PlanChange.WarmUp(
          slot: slots[index], isHost: !entry.isExtension, histories: histories))
    }
    unsafe change.warmUps = memory.array(warmUps)
    change.warmUpCount = warmUps.count
    unsafe change.histories = warming(-1, ports.inputChannelCount)
  }

  private func plan(
    _ roles: [SlotRole], mix: SourceTable, _ midiOutputs: MIDITable
  ) -> RenderPlan {
    let members = schedule.extensions.joined().map { slots[$0] }
    let sums = schedule.entries.filter { !$0.isExtension }.map(\.layout.inputChannelCount)
    var plan = unsafe RenderPlan(
      levels: memory.array(levels), levelCount: schedule.extensions.count,
      members: memory.array(members), memberCount: members.count,
      hosts: memory.array(schedule.hosts.joined().map { slots[$0] }),
      hostStarts: memory.array(
        schedule.hosts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }),
      roles: memory.array(roles), kinds: memory.array(kinds), mix: mix,
      midiOutputs: midiOutputs,
      midiOutputNumbers: memory.array(schedule.midiOutputs.map(\.number)),
      midiInputs: memory.array(midiInputs), midiInputCount: midiInputs.count,
      histories: table(of: -1, ports.inputChannelCount, in: histories),
      sums: memory.samples((sums.max() ?? 0) * engine.frameCapacity))
    plan.change = change
    unsafe plan.timeline = timeline?.feed
    return plan
  }

  private var levels: [RenderPlan.Level] {
    var first = 0
    return schedule.extensions.map { level in
      defer { first += level.count }
      return RenderPlan.Level(
        first..<first + level.count, lastToFinish: level.last.map { slots[$0] } ?? 0)
    }
  }

  private var kinds: [SlotKind] {
    var kinds = [SlotKind](repeating: .nothing, count: GraphLimits.slotCount)
    for (index, entry) in schedule.entries.enumerated() {
      kinds[slots[index]] = entry.isExtension ? .instance : .host
    }
    return kinds
  }

  /// The slot of each MIDI input, by its number.
  private var midiInputs: [Int] {
    var inputs = [Int](repeating: -1, count: (ports.midiInputs.values.max() ?? -1) + 1)
    for (index, entry) in schedule.entries.enumerated() {
      if let number = ports.midiInputs[entry.id] { inputs[number] = slots[index] }
    }
    return inputs
  }
}
