import Glibc
import TenutoMIDI
import Testing

@testable import TenutoCoreMIDI

/// The data of a thru connection.
private func parameters(
  _ edit: (inout MIDIThruConnectionParams) -> Void, controls: [MIDIControlTransform] = [],
  maps: [[UInt8]] = []
) -> CFData {
  var head = MIDIThruConnectionParams()
  unsafe MIDIThruConnectionParamsInitialize(&head)
  edit(&head)
  head.numControlTransforms = UInt16(controls.count)
  head.numMaps = UInt16(maps.count)
  var bytes = unsafe withUnsafeBytes(of: head) { unsafe Array($0) }
  for control in controls { bytes += unsafe withUnsafeBytes(of: control) { unsafe Array($0) } }
  return CFData(bytes + maps.flatMap { $0 })
}

/// The result for a message of three bytes, as words.
private func changed(_ word: UInt32, _ data: CFData) -> UInt32? {
  ThruParameters(data).flatMap { ThruTransform($0).apply(UMP(word))?.word0 }
}

@Suite struct ThruTransformTests {
  @Test func initialParametersChangeNothing() {
    let data = parameters { _ in }
    #expect(ThruParameters(data)?.isPlain == true)
    for word: UInt32 in [0x2090_007F, 0x209F_7F01, 0x20B0_0740, 0x10F8_0000, 0x3011_0100] {
      #expect(changed(word, data) == word)
    }
  }

  @Test func channelsAndRangesAreApplied() {
    let data = parameters {
      $0.channelMap.0 = 9
      $0.channelMap.1 = 0xFF
      $0.lowNote = 40
      $0.highNote = 80
      $0.lowVelocity = 10
    }
    #expect(changed(0x2090_3C40, data) == 0x2099_3C40)
    #expect(changed(0x2091_3C40, data) == nil)
    #expect(changed(0x2092_2740, data) == nil)
    #expect(changed(0x2092_5040, data) == 0x2092_5040)
    #expect(changed(0x2092_3C09, data) == nil)
    #expect(changed(0x2082_3C00, data) == 0x2082_3C00)
  }

  @Test func invertedRangesExcludeTheMiddle() {
    let data = parameters {
      $0.lowNote = 80
      $0.highNote = 40
    }
    #expect(changed(0x2090_3C40, data) == nil)
    #expect(changed(0x2090_2740, data) == 0x2090_2740)
    #expect(changed(0x2090_5140, data) == 0x2090_5140)
  }

  @Test func valuesAreTransformed() {
    let data = parameters {
      $0.noteNumber = MIDITransform(transform: .add, param: 12)
      $0.velocity = MIDITransform(transform: .scale, param: 0x0800)
      $0.programChange = MIDITransform(transform: .maxValue, param: 10)
      $0.pitchBend = MIDITransform(transform: .minValue, param: 0x2000)
      $0.filterOutBeatClock = 1
      $0.filterOutSysEx = 1
    }
    #expect(changed(0x2090_3C40, data) == 0x2090_4820)
    #expect(changed(0x2090_3C01, data) == 0x2090_4801)
    #expect(changed(0x2090_7F40, data) == nil)
    #expect(changed(0x20C0_3000, data) == 0x20C0_0A00)
    #expect(changed(0x20E0_0000, data) == 0x20E0_0040)
    #expect(changed(0x10FA_0000, data) == nil)
    #expect(changed(0x10FE_0000, data) == 0x10FE_0000)
    #expect(changed(0x3001_0100, data) == nil)
  }

  @Test func controlsAreMappedAndTablesUsed() {
    let reversed = (0..<128).map { UInt8(127 - $0) }
    func control(_ transform: MIDITransformType, _ parameter: Int16) -> MIDIControlTransform {
      MIDIControlTransform(
        controlType: .controlType_7Bit, remappedControlType: .controlType_7Bit, controlNumber: 1,
        transform: transform, param: parameter)
    }
    #expect(
      changed(0x20B0_0110, parameters({ _ in }, controls: [control(.mapControl, 7)]))
        == 0x20B0_0710)
    #expect(
      changed(0x20B0_0110, parameters({ _ in }, controls: [control(.add, 1280)]))
        == 0x20B0_011A)
    #expect(
      changed(0x20B0_0210, parameters({ _ in }, controls: [control(.filterOut, 0)]))
        == 0x20B0_0210)
    let mapped = parameters(
      { $0.velocity = MIDITransform(transform: .mapValue, param: 0) }, maps: [reversed])
    #expect(changed(0x2090_3C01, mapped) == 0x2090_3C7E)
  }

  @Test func malformedDataIsRefused() {
    let data = parameters({ _ in }, maps: [[UInt8](repeating: 0, count: 128)])
    #expect(ThruParameters(data) != nil)
    for count in [0, 3, 203, data.count - 1] {
      #expect(ThruParameters(CFData(data.prefix(count))) == nil)
    }
    #expect(ThruParameters(parameters { $0.numSources = 9 }) == nil)
    #expect(ThruParameters(parameters { $0.version = 1 }) == nil)
  }
}

extension CoreMIDITests {
  @Suite struct ThruTests {
    @Test func connectionsPassOnAndChange() throws {
      try withServer { _ in
        try withClient("players") { client in
          let inbox = Inbox()
          let source = try client.source("out")
          let destination = try client.destination("in", inbox)
          let plain = parameters {
            $0.numSources = 1
            $0.sources.0.endpointRef = source
            $0.numDestinations = 1
            $0.destinations.0.uniqueID = integer(destination, kMIDIPropertyUniqueID) ?? 0
          }
          var thru = MIDIThruConnectionRef()
          #expect(unsafe MIDIThruConnectionCreate("me", plain, &thru) == noErr)
          #expect(eventually { arrives([0x90, 60, 100], from: source, inbox) })
          var found = Unmanaged.passRetained(CFData([]))
          #expect(unsafe MIDIThruConnectionFind("me", &found) == noErr)
          let refs = found.takeRetainedValue()
          #expect(refs == CFData(unsafe withUnsafeBytes(of: thru) { unsafe Array($0) }))
          #expect(unsafe MIDIThruConnectionGetParams(thru, &found) == noErr)
          #expect(found.takeRetainedValue() == plain)
          let octave = parameters {
            $0.numSources = 1
            $0.sources.0.endpointRef = source
            $0.numDestinations = 1
            $0.destinations.0.endpointRef = destination
            $0.noteNumber = MIDITransform(transform: .add, param: 12)
          }
          #expect(MIDIThruConnectionSetParams(thru, octave) == noErr)
          inbox.clear()
          #expect(
            eventually {
              emit(source, [0x90, 60, 100])
              usleep(10_000)
              return inbox.bytes.starts(with: [0x90, 72, 100])
            })
          #expect(MIDIThruConnectionDispose(thru) == noErr)
          #expect(MIDIThruConnectionDispose(thru) == kMIDIObjectNotFound)
        }
      }
    }
  }
}
