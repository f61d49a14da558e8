extension MPEVoices {
  @_noLocks
  mutating func begin(channel: UInt8, note: UInt8, velocity: UInt16) -> MPEChange {
    var change = MPEChange()
    let slot = slot(for: channel, note)
    let bit: UInt32 = 1 << UInt32(slot)
    if sounding & bit != 0 { change.ended = bit }
    lastIdentifier &+= 1
    var voice = MPEVoice()
    voice.identifier = lastIdentifier
    voice.channel = channel
    voice.note = note
    voice.velocity = velocity
    voice.isKeyDown = true
    slots[slot] = voice
    sounding |= bit
    express(slot)
    change.began = bit
    return change
  }

  @_noLocks
  mutating func release(channel: UInt8, note: UInt8, velocity: UInt16) -> MPEChange {
    guard let slot = sounding(channel, note), slots[slot].isKeyDown else { return MPEChange() }
    slots[slot].isKeyDown = false
    slots[slot].releaseVelocity = velocity
    return isHeld(channel) ? changed(slot) : ended(1 << UInt32(slot))
  }

  /// Ends all voices on some channels at once, regardless of pedals.
  @_noLocks
  mutating func endAll(in reach: UInt16) -> MPEChange {
    var bits: UInt32 = 0
    for slot in 0..<Self.capacity where isSounding(slot, in: reach) { bits |= 1 << UInt32(slot) }
    return ended(bits)
  }

  /// Releases all keys on some channels; pedals hold their voices.
  @_noLocks
  mutating func releaseAll(in reach: UInt16) -> MPEChange {
    var bits: UInt32 = 0
    var change = MPEChange()
    for slot in 0..<Self.capacity where isSounding(slot, in: reach) {
      guard slots[slot].isKeyDown else { continue }
      slots[slot].isKeyDown = false
      if isHeld(slots[slot].channel) {
        change.changed |= 1 << UInt32(slot)
      } else {
        bits |= 1 << UInt32(slot)
      }
    }
    change.ended = ended(bits).ended
    return change
  }

  /// Ends voices that a pedal no longer holds.
  @_noLocks
  mutating func endUnheld() -> UInt32 {
    var bits: UInt32 = 0
    for slot in 0..<Self.capacity where sounding & (1 << UInt32(slot)) != 0 {
      if !slots[slot].isKeyDown, !isHeld(slots[slot].channel) { bits |= 1 << UInt32(slot) }
    }
    return ended(bits).ended
  }

  @_noLocks
  func sounding(_ channel: UInt8, _ note: UInt8) -> Int? {
    for slot in 0..<Self.capacity where sounding & (1 << UInt32(slot)) != 0 {
      if slots[slot].channel == channel, slots[slot].note == note { return slot }
    }
    return nil
  }

  @_noLocks
  func isSounding(_ slot: Int, in reach: UInt16) -> Bool {
    sounding & (1 << UInt32(slot)) != 0 && reach & (1 << UInt16(slots[slot].channel)) != 0
  }

  @_noLocks
  func changed(_ slot: Int) -> MPEChange {
    var change = MPEChange()
    change.changed = 1 << UInt32(slot)
    return change
  }
}

extension MPEVoices {
  @_noLocks
  private mutating func ended(_ bits: UInt32) -> MPEChange {
    sounding &= ~bits
    var change = MPEChange()
    change.ended = bits
    return change
  }

  /// The slot of the same key, or a free one, or that of the oldest voice.
  @_noLocks
  private func slot(for channel: UInt8, _ note: UInt8) -> Int {
    if let same = sounding(channel, note) { return same }
    let free = ~sounding
    if free != 0 { return free.trailingZeroBitCount }
    var oldest = 0
    for slot in 1..<Self.capacity {
      // By distance, because identifiers wrap.
      let age = lastIdentifier &- slots[slot].identifier
      if age > lastIdentifier &- slots[oldest].identifier { oldest = slot }
    }
    return oldest
  }

  /// Whether a pedal holds the notes of a channel.
  @_noLocks
  private func isHeld(_ channel: UInt8) -> Bool {
    guard let zone = zones.zone(of: channel) else { return channels[Int(channel)].isPedalDown }
    return channels[Int(zone.managerChannel)].isPedalDown
  }
}
