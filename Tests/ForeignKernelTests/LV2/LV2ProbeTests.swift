#if canImport(CLV2Oracle)
internal import Foundation
internal import Glibc
internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TenutoTransport
internal import TestSupport
import Testing

/// LV2 test plug-ins for features that Debian's packages lack.
struct LV2ProbeTests {
  private let folder = LV2Folder()

  private static let control = "a lv2:InputPort , lv2:ControlPort"

  @Test(
    "A plug-in that wants calls of one length gets them, whatever the cycles are",
    arguments: ["fixed", "power"])
  func blocks(kind: String) throws {
    defer { folder.clean() }
    let feature = kind == "fixed" ? "fixedBlockLength" : "powerOf2BlockLength"
    let events =
      "a lv2:InputPort , atom:AtomPort ; atom:bufferType atom:Sequence ; "
      + "atom:supports midi:MidiEvent ; lv2:symbol \"events\" ; lv2:name \"Events\""
    try folder.writeProbe(kind, "lv2:requiredFeature bufsz:\(feature) ;", ports: [events])
    let component = try folder.probe(kind)
    let kernel = try ForeignKernel.lv2(component)
    let answer = try kernel.allocate(inputs: [1], outputs: [1], maximum: 100, capacity: 100)
    #expect(answer.latency == 64)
    var heard: [Float] = []
    var sent = 0
    let event = (cycle: 4, frame: 20)
    var eventFrame = 0
    for (index, count) in [37, 100, 5, 64, 64, 1, 99, 30].enumerated() {
      let first = sent
      if index == event.cycle { eventFrame = first + event.frame }
      let events = index == event.cycle ? [LV2SoundTests.midi([0x90, 60, 1], at: 20)] : []
      heard += try kernel.render(count, events: events) { _, frame in Float(first + frame) / 1000 }
        .channels[0]
      sent += count
    }
    let expected = (0..<sent).map { frame in
      let place = frame - 64
      return place < 0 ? 0 : Float(place) / 1000 * 2 + (place == eventFrame ? 10 : 0)
    }
    #expect(heard == expected)
  }

  @Test("A state carries the files that the plug-in made, and those that were the user's")
  func files() throws {
    defer { folder.clean() }
    try folder.writeProbe("files")
    let component = try folder.probe("files")
    // The plug-in's path is not in its bundle on another machine.
    try "own:".write(
      toFile: "\(folder.path)/lv2/files.lv2/own.txt", atomically: true, encoding: .utf8)
    let first = try ForeignKernel.lv2(component)
    try first.allocateAll(component)
    let state = try first.state()
    let text = String(decoding: state.data, as: UTF8.self)
    #expect(text.contains("/tenuto/bundle/own.txt") && text.contains("/tenuto/files/take.txt"))
    #expect(text.hasSuffix("recorded freely") && !text.contains(folder.path))

    let second = try ForeignKernel.lv2(component)
    try second.load(state)
    try second.allocateAll(component)
    let letters = try second.render().channels[0].map { UInt8($0) }.prefix { $0 != 0 }
    #expect(String(decoding: letters, as: UTF8.self) == "own:recorded freely")
    #expect(try second.state() == state)
    // Kept across reallocation and repeated saving.
    try second.ask(DeallocateRequest())
    try second.allocateAll(component)
    for _ in 0..<40 { #expect(try second.state() == state) }

    var cut = state
    cut.data.removeLast(3)
    #expect(throws: (any Error).self) { try second.load(cut) }
    #expect(try second.state() == state)
  }

  @Test("A user's file that a plug-in has loaded is part of the document, and not of a preset")
  func userFiles() throws {
    defer { folder.clean() }
    let component = try LV2Plugins.component("http://lv2plug.in/plugins/eg-sampler")
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true)
    let sample = "\(folder.path)/click.wav"
    try FileManager.default.copyItem(
      atPath: "/usr/lib/lv2/eg-sampler.lv2/click.wav", toPath: sample)
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component)
    try kernel.upload(Array("http://lv2plug.in/plugins/eg-sampler#sample \(sample)".utf8))
    try kernel.ask(MessageRequest())
    let isLoaded = eventually {
      _ = try? kernel.render()
      let data = (try? kernel.state().data) ?? []
      return String(decoding: data, as: UTF8.self).contains("/tenuto/files/click.wav")
    }
    #expect(isLoaded)
    let state = try kernel.state()
    let preset = try kernel.state(.preset)
    #expect(String(decoding: preset.data, as: UTF8.self).contains(sample))
    try FileManager.default.removeItem(atPath: sample)
    let other = try ForeignKernel.lv2(component)
    try other.load(state)
    try other.allocateAll(component)
    #expect(try other.state() == state)
    let take = try other.render(events: [LV2SoundTests.midi([0x90, 60, 127], at: 0)])
    #expect(level(take.channels[0]) > 0)
  }

  @Test("Files of a state work in the sandbox, which denies all memory files but these")
  func filesInSandbox() throws {
    defer { folder.clean() }
    try folder.writeProbe("files")
    try "own:".write(
      toFile: "\(folder.path)/lv2/files.lv2/own.txt", atomically: true, encoding: .utf8)
    _ = try folder.scan()
    let file = "\(folder.path)/song.yaml"
    func tenuto(_ arguments: String...) throws -> ProgramResult {
      try Program.run(Built.path("tenuto"), arguments, environment: folder.environment)
    }
    #expect(try tenuto("new-session", file, "urn:tenuto:test:files").status == 0)
    // Saved by the instance that made the files, and by the one that restored them.
    for round in 0..<2 {
      let name = "lv2-files-\(getpid())-\(round)"
      let player = Process()
      player.executableURL = URL(fileURLWithPath: Built.path("tenuto"))
      player.arguments = ["run", file, "--engine", "clock", "--for", "20", "--name", name]
      player.environment = ProcessInfo.processInfo.environment.merging(folder.environment) { $1 }
      player.standardError = FileHandle.nullDevice
      try player.run()
      let isSaved = eventually { (try? tenuto("save", "--name", name).status) == 0 }
      player.interrupt()
      player.waitUntilExit()
      #expect(isSaved)
      let states = "\(folder.path)/song.states"
      let names = try FileManager.default.contentsOfDirectory(atPath: states)
      let bytes = try Data(
        contentsOf: URL(fileURLWithPath: "\(states)/\(try #require(names.first))"))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("/tenuto/files/take.txt") && text.contains("recorded"), "\(text)")
      // Otherwise the plug-in has created its own memory file.
      #expect(!text.contains("freely"))
    }
    let validated = try tenuto(
      "validate", "urn:tenuto:test:files", "--include", "S02", "--include", "Z01")
    #expect(
      validated.status == 0 && validated.output.contains("2 checks: 2 passed"),
      "\(validated.output)")
  }

  @Test("Code that a plug-in loads when it is made is mapped before, where its library names it")
  func helpers() throws {
    defer { folder.clean() }
    try folder.writeProbe("helper")
    let bundle = "\(folder.path)/lv2/helper.lv2"
    try FileManager.default.copyItem(
      atPath: "\(bundle)/probe.so", toPath: "\(bundle)/probe_helper.so")
    _ = try folder.scan()
    func validate() throws -> ProgramResult {
      try Program.run(
        Built.path("tenuto"), ["validate", "urn:tenuto:test:helper", "--include", "A01"],
        environment: folder.environment)
    }
    let validated = try validate()
    #expect(
      validated.status == 0 && validated.output.contains("1 checks: 1 passed"),
      "\(validated.output)")
    try FileManager.default.removeItem(atPath: "\(bundle)/probe_helper.so")
    #expect(try validate().status != 0)
  }

  @Test("A plug-in that writes nothing is silent, also where a cycle is cut")
  func unwritten() throws {
    defer { folder.clean() }
    let gain =
      "\(Self.control) ; lv2:symbol \"gain\" ; lv2:name \"Gain\" ; lv2:default 0 ; "
      + "lv2:minimum 0 ; lv2:maximum 1"
    try folder.writeProbe("lazy", ports: [gain])
    let component = try folder.probe("lazy")
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component)
    let address = try #require(component.description.parameter(named: "gain")).address
    let sounding = try kernel.render { _, _ in -0.5 }
    #expect(sounding.channels[0].allSatisfy { $0 == -0.5 })
    let lazy = try kernel.render(events: [parameter(address, 1, at: 40)]) { _, _ in 0.5 }
    #expect(lazy.channels[0].allSatisfy { $0 == 0 })
  }

  @Test("A manifest that is code, and an option that the host lacks, are refused with a sentence")
  func refusals() throws {
    defer { folder.clean() }
    try folder.write(
      "dynamic", manifest: "<urn:tenuto:test:dynamic> a dman:DynManifest ; lv2:binary <none.so> .")
    try folder.writeProbe("roles", "opts:requiredOption <urn:tenuto:test:nothing> ;")
    let refused = try folder.scan().refused
    let reasons = Dictionary(
      refused.map { ($0.uri, $0.reason) }, uniquingKeysWith: { first, _ in first })
    #expect(
      reasons["urn:tenuto:test:dynamic"]
        == "its manifest is code (dynmanifest), which a scan does not run")
    #expect(
      reasons["urn:tenuto:test:roles"]
        == "it requires <urn:tenuto:test:nothing>, which this host lacks")
  }

  @Test("A plug-in may have 1005 controls")
  func manyControls() throws {
    defer { folder.clean() }
    let ports = (0..<1005).map { index in
      "\(Self.control) ; lv2:symbol \"c\(index)\" ; lv2:name \"Control \(index)\" ; "
        + "lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 1"
    }
    try folder.writeProbe("many", ports: ports)
    let component = try folder.probe("many")
    #expect(component.description.parameters.count == 1005)
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component)
    #expect(try kernel.render().channels[0].last == 0)
    for parameters in stride(from: 0, to: 1005, by: 200) {
      let events = component.description.parameters.dropFirst(parameters).prefix(200).map {
        parameter($0.address, 1)
      }
      _ = try kernel.render(events: events)
    }
    #expect(try kernel.render().channels[0].last == 1005)
    #expect(try kernel.state().parameters.allSatisfy { $0.value == 1 })
  }

  @Test("A port of an unknown type is switched to a known type")
  func morph() throws {
    defer { folder.clean() }
    let port =
      "a lv2:InputPort , morph:MorphPort , <urn:tenuto:test:ForeignPort> ; "
      + "morph:supportsType lv2:CVPort ; lv2:symbol \"any\" ; lv2:name \"Any\""
    try folder.writeProbe("morph", ports: [port])
    let component = try folder.probe("morph")
    #expect(component.description.inputs.map(\.name) == ["Input", "Any"])
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component)
    let take = try kernel.render { channel, frame in channel == 1 ? Float(frame) : 0 }
    #expect(take.channels[0] == (0..<64).map { Float($0) })
  }

  @Test("A plug-in's log messages are printed, even those from rendering")
  func log() throws {
    defer { folder.clean() }
    try folder.writeProbe("log")
    let component = try folder.probe("log")
    let path = "\(folder.path)/errors"
    let errors = unsafe open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    defer { close(errors) }
    let kernel = try ForeignKernel(component.executablePath, errors: errors)
    try kernel.ask(InstantiateRequest(code: component.code))
    try kernel.allocateAll(component)
    _ = try kernel.render { _, _ in 0.25 }
    let isHeard = eventually {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      return text == "warning: made with 64 frames\nnote: heard 0.25\n"
    }
    #expect(isHeard)
  }

  @Test("CV ports are busses of one channel, which an input may lack")
  func cv() throws {
    defer { folder.clean() }
    try folder.writeProbe(
      "cv",
      ports: [
        "a lv2:InputPort , lv2:CVPort ; lv2:symbol \"cvin\" ; lv2:name \"Pitch\"",
        "a lv2:OutputPort , lv2:CVPort ; lv2:symbol \"cvout\" ; lv2:name \"Envelope\"",
      ])
    let component = try folder.probe("cv")
    #expect(component.description.inputs.map(\.name) == ["Input", "Pitch"])
    #expect(component.description.inputs.map(\.isOptional) == [false, true])
    #expect(component.description.outputs.map(\.name) == ["Output", "Envelope"])
    let kernel = try ForeignKernel.lv2(component)
    try kernel.allocateAll(component)
    let take = try kernel.render { channel, _ in channel == 1 ? 5 : 0.5 }
    #expect(take.channels[0].allSatisfy { $0 == 0.5 })
    #expect(take.channels[1].allSatisfy { $0 == 5.25 })
  }

  @Test("Designations: the host feeds tempo and free-wheeling, reads the latency, stays enabled")
  func designations() throws {
    defer { folder.clean() }
    try folder.writeProbe(
      "roles",
      ports: [
        "\(Self.control) ; lv2:symbol \"bpm\" ; lv2:name \"BPM\" ; "
          + "lv2:designation time:beatsPerMinute ; lv2:minimum 1 ; lv2:maximum 999",
        "\(Self.control) ; lv2:symbol \"free\" ; lv2:name \"Free\" ; "
          + "lv2:designation lv2:freeWheeling ; lv2:portProperty lv2:toggled",
        "\(Self.control) ; lv2:symbol \"on\" ; lv2:name \"On\" ; lv2:designation lv2:enabled ; "
          + "lv2:portProperty lv2:toggled ; lv2:default 0 ; lv2:minimum 0 ; lv2:maximum 1",
        "a lv2:OutputPort , lv2:ControlPort ; lv2:symbol \"lat\" ; lv2:name \"Latency\" ; "
          + "lv2:designation lv2:latency ; lv2:portProperty lv2:reportsLatency",
      ])
    let component = try folder.probe("roles")
    let parameters = component.description.parameters
    #expect(parameters.map(\.identifier) == ["on"])
    #expect(parameters.first?.flags.contains(.hidden) == true)
    let kernel = try ForeignKernel.lv2(component)
    #expect(try kernel.allocateAll(component).latency == 32)
    var context = MusicalContext()
    context.tempo = 90
    let take = try kernel.render(contexts: [(0, context)])
    // A kernel renders offline.
    #expect(take.channels[0].last == 3090)
  }

  @Test("Port groups are busses, side chains are optional, equal symbols become unique")
  func groups() throws {
    defer { folder.clean() }
    let stereo = ["left", "right"].map { side in
      "a lv2:InputPort , lv2:AudioPort ; lv2:symbol \"\(side)\" ; lv2:name \"\(side)\" ; "
        + "pg:group <urn:tenuto:test:pair>"
    }
    let side =
      "a lv2:InputPort , lv2:AudioPort ; lv2:symbol \"key\" ; lv2:name \"Key\" ; "
      + "pg:group <urn:tenuto:test:key>"
    let gain =
      "\(Self.control) ; lv2:symbol \"gain\" ; lv2:name \"Gain\" ; lv2:default 0.5 ; "
      + "lv2:minimum 0 ; lv2:maximum 1 ; pg:group <urn:tenuto:test:knobs>"
    try folder.writeProbe(
      "cv", "lv2:optionalFeature lv2:hardRTCapable ;", ports: stereo + [side, gain, gain])
    let bundle = "\(folder.path)/lv2/cv.lv2/manifest.ttl"
    var text = try String(contentsOfFile: bundle, encoding: .utf8)
    text += """

      <urn:tenuto:test:pair> a pg:StereoGroup ; lv2:symbol "pair" ; lv2:name "Pair" .
      <urn:tenuto:test:key> a pg:MonoGroup ; lv2:symbol "key" ; lv2:name "Key" ;
        pg:sideChainOf <urn:tenuto:test:pair> .
      <urn:tenuto:test:knobs> a pg:Group ; lv2:symbol "knobs" ; lv2:name "Knobs" .
      """
    try text.write(toFile: bundle, atomically: true, encoding: .utf8)
    let description = try folder.probe("cv").description
    #expect(description.inputs.map(\.name) == ["Input", "Pair", "Key"])
    #expect(description.inputs.map(\.channelCount) == [1, 2, 1])
    #expect(description.inputs.map(\.isOptional) == [false, false, true])
    #expect(description.parameters.map(\.identifier) == ["gain", "gain.6"])
    #expect(description.parameters.allSatisfy { $0.group == "knobs" })
    #expect(description.tags.isEmpty)
  }

  @Test("A session names its plug-in by URI: another path or code is the same, without it waits")
  func sessions() throws {
    defer { folder.clean() }
    try folder.writeProbe("log")
    let code = try folder.probe("log").code
    let uri = "urn:tenuto:test:log"
    let file = "\(folder.path)/song.yaml"
    func tenuto(_ arguments: String...) throws -> ProgramResult {
      try Program.run(Built.path("tenuto"), arguments, environment: folder.environment)
    }
    func play() throws -> ProgramResult {
      try tenuto("run", file, "--engine", "clock", "--for", "0.5", "--name", "lv2-\(getpid())")
    }
    #expect(try tenuto("new-session", file, uri).status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("component: \(code)") && text.contains("plugin: \(uri)"))
    let played = try play()
    #expect(played.status == 0 && !played.output.contains("not installed"), "\(played.output)")

    try text.replacing("component: \(code)", with: "component: \(uri)")
      .replacing("    plugin: \(uri)\n", with: "")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let named = try play()
    #expect(named.status == 0 && !named.output.contains("not installed"), "\(named.output)")

    // Another machine: a different path and code.
    try FileManager.default.moveItem(
      atPath: "\(folder.path)/lv2/log.lv2", toPath: "\(folder.path)/lv2/moved.lv2")
    _ = try folder.scan()
    try text.replacing("\(code)", with: "aufx OTHR Else").write(
      toFile: file, atomically: true, encoding: .utf8)
    let moved = try play()
    #expect(moved.status == 0 && !moved.output.contains("not installed"), "\(moved.output)")

    try FileManager.default.removeItem(atPath: "\(folder.path)/lv2/moved.lv2")
    _ = try folder.scan()
    let missing = try play()
    #expect(
      missing.status == 0
        && missing.output.contains("The plug-in \(uri) ('aufx OTHR Else') is not installed"),
      "\(missing.output)")
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("plugin: \(uri)"))
  }

  @Test("A plug-in without hardRTCapable is marked as not hard realtime")
  func hardRealtime() throws {
    defer { folder.clean() }
    try folder.writeProbe("log", "lv2:requiredFeature lv2:isLive ;")
    #expect(try folder.probe("log").description.tags == ["not hard realtime"])
    let info = try Program.run(
      Built.path("tenuto"), ["info", "urn:tenuto:test:log"], environment: folder.environment)
    #expect(info.output.contains("warning") && info.output.contains("hard realtime"))
  }
}
#endif
