internal import CJACK

/// A timebase master that uses libjack directly: 137 quarter notes a minute in 4/4, 480 ticks each.
@safe final class Timebase {
  static let tempo = 137.0
  private let client: OpaquePointer
  private let api: UnsafePointer<cjack_api>

  init(_ server: JACKServer) throws {
    var error: UnsafePointer<CChar>?
    var status = jack_status_t(0)
    guard let api = unsafe cjack_load(PipeWire.usualLibrary, &error),
      let client = unsafe cjack_client_open(api, "master", server.name, 1, &status)
    else { throw JACKServer.Failure(description: "no client for the timebase") }
    unsafe self.api = api
    unsafe self.client = client
    _ = unsafe api.pointee.set_timebase_callback(
      client, 0,
      { _, _, position, _, _ in
        guard let position = unsafe position else { return }
        let beats = unsafe Double(position.pointee.frame) / 48000 * Timebase.tempo / 60
        let ticks = beats * 480
        let bar = Int32(beats / 4)
        unsafe position.pointee.bar = bar + 1
        unsafe position.pointee.beat = Int32(beats) % 4 + 1
        unsafe position.pointee.tick = Int32(ticks) % 480
        unsafe position.pointee.bar_start_tick = Double(bar) * 4 * 480
        unsafe position.pointee.beats_per_bar = 4
        unsafe position.pointee.beat_type = 4
        unsafe position.pointee.ticks_per_beat = 480
        unsafe position.pointee.beats_per_minute = Timebase.tempo
        // The fraction of a tick in frames, for which the standard has a field.
        let fraction = ticks - ticks.rounded(.down)
        unsafe position.pointee.bbt_offset = UInt32(fraction / 480 * 60 / Timebase.tempo * 48000)
        unsafe position.pointee.valid = jack_position_bits_t(
          rawValue: JackPositionBBT.rawValue | JackBBTFrameOffset.rawValue)
      }, nil)
    _ = unsafe api.pointee.activate(client)
  }

  func close() { _ = unsafe api.pointee.client_close(client) }
}
