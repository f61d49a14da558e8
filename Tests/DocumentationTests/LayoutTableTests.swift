import CTenuto
import Testing

/// The tables of SharedMemoryLayout match the compiler's layout.
struct LayoutTableTests {
  /// A field: its offset and length in bytes.
  private struct Field: Equatable {
    let name: String
    let offset: Int
    let byteCount: Int
  }

  private func field<Structure, Value>(
    _ name: String, _ path: KeyPath<Structure, Value>
  ) -> Field {
    Field(
      name: name, offset: MemoryLayout<Structure>.offset(of: path) ?? -1,
      byteCount: MemoryLayout<Value>.size)
  }

  /// The fields that the article lists for a structure of `byteCount` bytes.
  private func shown(_ structure: String, byteCount: Int) throws -> [Field] {
    let page = Markdown(try Repository.text("\(Repository.pages)/SharedMemoryLayout.md"))
    let table = try #require(page.table(under: "### `\(structure)`, \(byteCount) bytes"))
    return try table.rows.dropFirst().map { row in
      Field(
        name: row[2].withoutTicks, offset: try #require(Int(row[0])),
        byteCount: try #require(Int(row[1])))
    }
  }

  @Test func theCyclePage() throws {
    typealias Page = tenuto_cycle_page
    #expect(
      try shown("tenuto_cycle_page", byteCount: MemoryLayout<Page>.size) == [
        field("magic", \Page.magic), field("version", \Page.version),
        field("page_bytes", \Page.page_bytes), field("depth_count", \Page.depth_count),
        field("frame_count", \Page.frame_count), field("flags", \Page.flags),
        field("sample_time", \Page.sample_time), field("deadline", \Page.deadline),
        field("context_count", \Page.context_count), field("reserved", \Page.reserved),
        field("depths", \Page.depths), field("contexts", \Page.contexts),
      ])
  }

  @Test func aMusicalContext() throws {
    typealias Context = tenuto_musical_context
    #expect(
      try shown("tenuto_musical_context", byteCount: MemoryLayout<Context>.size) == [
        field("frame_offset", \Context.frame_offset), field("flags", \Context.flags),
        field("tempo", \Context.tempo), field("beat_position", \Context.beat_position),
        field("measure_downbeat", \Context.measure_downbeat),
        field("loop_start", \Context.loop_start), field("loop_end", \Context.loop_end),
        field("sample_position", \Context.sample_position),
        field("meter_numerator", \Context.meter_numerator),
        field("meter_denominator", \Context.meter_denominator),
        field("reserved", \Context.reserved),
      ])
  }

  @Test func aDepth() throws {
    typealias Depth = tenuto_depth
    #expect(
      try shown("tenuto_depth", byteCount: MemoryLayout<Depth>.size) == [
        field("cycle", \Depth.cycle), field("waiter", \Depth.waiter),
        field("given_up", \Depth.given_up), field("reserved", \Depth.reserved),
      ])
  }

  @Test func theHeaderToAnExtension() throws {
    typealias Header = tenuto_to_extension
    #expect(
      try shown("tenuto_to_extension", byteCount: MemoryLayout<Header>.size) == [
        field("magic", \Header.magic), field("version", \Header.version),
        field("header_bytes", \Header.header_bytes),
        field("channel_count", \Header.channel_count),
        field("channel_stride", \Header.channel_stride),
        field("frame_capacity", \Header.frame_capacity),
        field("asked_cycle", \Header.asked_cycle),
        field("datagram_count", \Header.datagram_count), field("parked", \Header.parked),
        field("depth", \Header.depth), field("follows", \Header.follows),
        field("linked_cycle", \Header.linked_cycle), field("go_cycle", \Header.go_cycle),
        field("hands_on", \Header.hands_on),
        field("predecessor_cycle", \Header.predecessor_cycle),
        field("reserved", \Header.reserved),
      ])
  }

  @Test func theHeaderFromAnExtension() throws {
    typealias Header = tenuto_from_extension
    #expect(
      try shown("tenuto_from_extension", byteCount: MemoryLayout<Header>.size) == [
        field("magic", \Header.magic), field("version", \Header.version),
        field("header_bytes", \Header.header_bytes),
        field("channel_count", \Header.channel_count),
        field("channel_stride", \Header.channel_stride),
        field("frame_capacity", \Header.frame_capacity),
        field("reserved0", \Header.reserved0), field("done_cycle", \Header.done_cycle),
        field("status", \Header.status), field("datagram_count", \Header.datagram_count),
        field("rendered_frames", \Header.rendered_frames),
        field("started_at", \Header.started_at), field("finished_at", \Header.finished_at),
        field("thread", \Header.thread), field("rendered_cycle", \Header.rendered_cycle),
        field("reserved1", \Header.reserved1),
      ])
  }

  @Test func anEventListAndAnEvent() throws {
    typealias List = tenuto_event_list
    typealias Event = tenuto_event
    #expect(
      try shown("tenuto_event_list", byteCount: MemoryLayout<List>.size) == [
        field("magic", \List.magic), field("cycle", \List.cycle),
        field("event_count", \List.event_count), field("reserved", \List.reserved),
      ])
    #expect(
      try shown("tenuto_event", byteCount: MemoryLayout<Event>.size) == [
        field("frame_offset", \Event.frame_offset), field("kind", \Event.kind),
        field("reserved", \Event.reserved), field("words", \Event.words),
      ])
  }

  @Test func theNumbersInTheText() throws {
    let page = try Repository.text("\(Repository.pages)/SharedMemoryLayout.md")
    let numbers = [
      "`0x\(String(TENUTO_LAYOUT_MAGIC, radix: 16))`",
      "`0x\(String(TENUTO_EVENT_LIST_MAGIC, radix: 16))`",
      "depth[\(TENUTO_MAXIMUM_DEPTHS)]",
      "musical context[\(TENUTO_MAXIMUM_CONTEXTS)]", "1…\(TENUTO_MAXIMUM_LIST_EVENTS)",
      "multiple of \(TENUTO_SAMPLE_ALIGNMENT)", "Version: \(TENUTO_LAYOUT_VERSION).",
      "\(TENUTO_EVENT_MIDI): MIDI, \(TENUTO_EVENT_PARAMETER): parameter, "
        + "\(TENUTO_EVENT_GESTURE): gesture",
    ]
    for number in numbers { #expect(page.contains(number), "\(number)") }
  }
}
