import TenutoMIDI
extension MPEVoices {
  /// Takes a controller, pressure or bend of a channel.
  @_noLocks
  mutating func takeExpression(_ ump: UMP) -> MPEChange {
    var change = MPEChange()
    let channel = ump.channel
    guard ump.messageType == 0x4 || ump.messageType == 0x2,
      channels[Int(channel)].take(VoiceEvent(ump))
    else { return change }
    change.changed = express(in: reach(of: channel))
    change.ended = endUnheld()
    change.changed &= ~change.ended
    return change
  }

  @_noLocks
  mutating func setKeyPressure(_ pressure: Float, channel: UInt8, note: UInt8) -> MPEChange {
    guard let slot = sounding(channel, note) else { return MPEChange() }
    slots[slot].keyPressure = pressure
    express(slot)
    return changed(slot)
  }

  @_noLocks
  mutating func setKeyBend(_ bend: Float, channel: UInt8, note: UInt8) -> MPEChange {
    guard let slot = sounding(channel, note) else { return MPEChange() }
    slots[slot].keyBend = bend
    express(slot)
    return changed(slot)
  }

  /// Ends all voices of the zone, and resets its channels.
  @_noLocks
  mutating func reconfigure(_ event: VoiceEvent) -> MPEChange {
    var change = MPEChange()
    guard case .registeredController(let channel, _, let index, _) = event else { return change }
    if index == 6 {
      // Either zone may have lost channels to the other.
      let all = (zones.lower?.channelMask ?? 0) | (zones.upper?.channelMask ?? 0)
      let reach = all | 1 << UInt16(channel)
      change = endAll(in: reach)
      for channel in 0..<16 where reach & (1 << UInt16(channel)) != 0 {
        channels[channel] = MPEChannelState()
      }
    } else {
      change.changed = express(in: reach(of: channel))
    }
    change.areZonesChanged = true
    return change
  }

  /// The channels that a message on a channel concerns: of a manager, its zone.
  @_noLocks
  func reach(of channel: UInt8) -> UInt16 {
    guard let zone = zones.zone(of: channel), zone.managerChannel == channel
    else { return 1 << UInt16(channel) }
    return zone.channelMask
  }

  /// Computes the expression of a voice from all its messages.
  @_noLocks
  mutating func express(_ slot: Int) {
    let own = channels[Int(slots[slot].channel)]
    var bend = own.bend * own.bendRange
    var pressure = Swift.max(own.pressure, slots[slot].keyPressure)
    var timbre = own.timbre
    if let zone = zones.zone(of: slots[slot].channel) {
      let ranges = zones.bendRanges(of: zone.side)
      let isOfManager = zone.managerChannel == slots[slot].channel
      bend = own.bend * (isOfManager ? ranges.manager : ranges.member)
      if !isOfManager {
        let manager = channels[Int(zone.managerChannel)]
        bend += manager.bend * ranges.manager
        pressure = Swift.max(pressure, manager.pressure)
        timbre = Swift.min(Swift.max(timbre + manager.timbre - 0.5, 0), 1)
      }
    }
    slots[slot].bend = bend + slots[slot].keyBend
    slots[slot].pressure = pressure
    slots[slot].timbre = timbre
  }

  @_noLocks
  private mutating func express(in reach: UInt16) -> UInt32 {
    var bits: UInt32 = 0
    for slot in 0..<Self.capacity where isSounding(slot, in: reach) {
      express(slot)
      bits |= 1 << UInt32(slot)
    }
    return bits
  }
}
