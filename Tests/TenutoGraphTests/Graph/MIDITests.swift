import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoRender

/// MIDI through an edited graph.
struct MIDITests {
  private func note(_ number: UInt8, isOn: Bool = true) -> UMP {
    let event: VoiceEvent =
      isOn
      ? .noteOn(channel: 0, note: number, velocity: 40000)
      : .noteOff(channel: 0, note: number, velocity: 0)
    return event.ump
  }

  private func send(_ ump: UMP, to stage: Stage, input: Int = 0, frame: UInt32 = 0) {
    unsafe stage.graph.renderer.pointee.send(
      TimedEvent(frameOffset: frame, payload: .midi(ump)), toInput: input)
  }

  /// The output of the last cycle: output, frame, key, whether it begins.
  private func sent(_ stage: Stage) -> [[Int]] {
    let renderer = unsafe stage.graph.renderer
    return (0..<(unsafe renderer.pointee.outputEventCount)).compactMap { index in
      let event = unsafe renderer.pointee.outputEvent(index)
      guard case .midi(let packet) = event.payload else { return nil }
      return [
        unsafe renderer.pointee.outputNumber(index), Int(event.frameOffset), Int(packet.data1),
        packet.opcode == 9 ? 1 : 0,
      ]
    }
  }

  @Test func portsHaveNumbersAndFiltersSplit() throws {
    var graph = Graph()
    let keys = graph.add(.midiInput, name: "Keys")
    let pads = graph.add(.midiInput, name: "Pads")
    let low = graph.add(.midiOutput, name: "Low")
    let high = graph.add(.midiOutput, name: "High")
    graph.connectMIDI(keys, to: low, filter: MIDIFilter(keys: 0...59))
    graph.connectMIDI(keys, to: high, filter: MIDIFilter(keys: 60...127, transpose: 12))
    graph.connectMIDI(pads, to: high)
    let stage = try Stage(graph)
    #expect(stage.graph.midiInputNumber(of: pads) == 1)
    #expect(stage.graph.midiOutputNumber(of: high) == 1)
    send(note(40), to: stage, frame: 3)
    send(note(70), to: stage, frame: 5)
    send(note(1), to: stage, input: 1, frame: 4)
    stage.render()
    #expect(sent(stage) == [[0, 3, 40, 1], [1, 4, 1, 1], [1, 5, 82, 1]])
  }

  @Test func notesEndWithTheirConnection() throws {
    var graph = Graph()
    let keys = graph.add(.midiInput, name: "Keys")
    let out = graph.add(.midiOutput, name: "Out")
    let level = graph.add(try Instance(built: "RoutingExtension", "aumu levl Test"))
    let output = graph.add(.audioOutput(channelCount: 2), name: "Sound")
    graph.connectMIDI(keys, to: out, filter: MIDIFilter(transpose: 1))
    graph.connectMIDI(keys, to: level)
    graph.connect(level, to: output)
    let stage = try Stage(graph)
    send(note(60), to: stage)
    stage.render()
    #expect(sent(stage) == [[0, 0, 61, 1]])
    #expect(stage.heard[0] == [Float](repeating: 0.25, count: 64))
    try stage.edit { graph in
      graph.disconnectMIDI(keys, from: level)
      graph.disconnectMIDI(keys, from: out)
    }
    stage.render()
    #expect(sent(stage) == [[0, 63, 61, 0]])
    stage.render()
    #expect(stage.heard[0].suffix(64).allSatisfy { $0 == 0 })
    #expect(sent(stage).isEmpty)
  }

  @Test func midiWaitsForALateNode() throws {
    var graph = Graph()
    let keys = graph.add(.midiInput, name: "Keys")
    let out = graph.add(.midiOutput, name: "Out")
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    let late = graph.add(try .late())
    graph.connect(input, to: late)
    graph.connect(late, to: output)
    graph.connectMIDI(keys, to: out)
    let stage = try Stage(graph)
    send(note(60), to: stage, frame: 3)
    send(note(61), to: stage, frame: 40)
    stage.render()
    #expect(sent(stage) == [[0, 40, 60, 1]])
    stage.render()
    #expect(sent(stage) == [[0, 13, 61, 1]])
  }

  @Test func connectingTwiceSendsOnce() throws {
    var graph = Graph()
    let keys = graph.add(.midiInput, name: "Keys")
    let out = graph.add(.midiOutput, name: "Out")
    graph.connectMIDI(keys, to: out)
    graph.connectMIDI(keys, to: out)
    let stage = try Stage(graph)
    send(note(60), to: stage)
    stage.render()
    #expect(sent(stage) == [[0, 0, 60, 1]])
  }
}
