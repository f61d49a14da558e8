internal import Glibc
internal import TenutoCore
internal import TenutoMIDI

@testable internal import TenutoComponents
@testable internal import TenutoRender

extension FuzzTarget {
  static var files: [FuzzTarget] {
    [
      FuzzTarget(name: "midi-file", run: readMIDIFile),
      FuzzTarget(name: "json", run: { _ = try? JSONReader.parse($0) }),
      FuzzTarget(name: "manifest", run: readManifest),
      FuzzTarget(name: "preset", run: readPreset),
      FuzzTarget(name: "recording", run: repairRecording),
    ]
  }

  /// A repaired file is valid.
  private static func repairRecording(_ input: [UInt8]) {
    var name = Array("/tmp/tenuto-fuzz-XXXXXX".utf8CString)
    let number = unsafe mkstemp(&name)
    guard number >= 0 else { stop("no file in /tmp") }
    _ = unsafe unlink(name)
    defer { _ = close(number) }
    let file = FileBytes(number)
    guard (try? file.write(input, at: 0)) != nil,
      let found = try? SoundRepair.repair(number, path: "file")
    else { return }
    check(found.frameCount >= 0 && found.sampleRate > 0, "a recording has no length")
    check(((try? file.count) ?? 0) <= max(input.count + 1, 128), "a recording has grown")
    let again = try? SoundRepair.repair(number, path: "file")
    check(again?.isChanged == false, "a recording that was repaired is not whole")
    check(again?.frameCount == found.frameCount, "a recording changes by reading")
  }

  private static func readMIDIFile(_ input: [UInt8]) {
    guard let file = try? StandardMIDIFile(parsing: input) else { return }
    check((try? StandardMIDIFile(parsing: file.serialized())) == file, "a file changes by writing")
    guard let song = try? Song(parsing: input) else { stop("a file that is read gives no song") }
    check(Song(file).duration == song.duration, "a song is another one from the file's tracks")
    check(song.duration >= 0 && song.duration.isFinite, "a song has no length")
    let frames = song.events(atSampleRate: 192_000).map(\.frame)
    check(zip(frames, frames.dropFirst()).allSatisfy { $0 <= $1 }, "a song goes back in time")
  }

  private static func readManifest(_ input: [UInt8]) {
    guard let manifest = try? Manifest(parsing: input, path: "file") else { return }
    let plain = Manifest(
      executable: manifest.executable, components: manifest.components, needs: manifest.needs)
    do {
      let again = try Manifest(parsing: plain.serialized(), path: "file")
      check(again == plain, "a manifest changes by writing")
    } catch {
      stop("a manifest that was read cannot be written: \(error)")
    }
    for parameter in manifest.components.flatMap(\.parameters) { exercise(parameter, 0.5) }
  }

  private static func readPreset(_ input: [UInt8]) {
    guard let file = try? PresetFile(parsing: input, path: "file") else { return }
    do {
      let again = try PresetFile(parsing: file.serialized(path: "file"), path: "file")
      check(
        again.name == file.name && again.code == file.code && again.data == file.data
          && again.stateVersion == file.stateVersion
          && again.parameters.map(\.value) == file.parameters.map(\.value)
          && again.parameters.map(\.address) == file.parameters.map(\.address),
        "a preset changes by writing")
    } catch {
      stop("a preset that was read cannot be written: \(error)")
    }
    let preset = file.preset(for: Self.component)
    for value in preset.state.parameters {
      let parameter = Self.component.parameter(at: value.address)
      check(parameter?.range.contains(value.value) == true, "a preset's value is out of range")
    }
  }

  /// The component of fuzzed states, presets and requests.
  static var component: ComponentDescription {
    ComponentDescription(
      "aumf fuzz Test", name: "Fuzzed", manufacturerName: "Tenuto", version: "1.0.0",
      inputs: [.stereo], outputs: [.stereo],
      parameters: [
        Parameter(0, "a", name: "A", range: 0...10, unit: .seconds, default: 1),
        Parameter(5, "b", name: "B", choices: ["one", "two"]),
        Parameter(9, "meter", name: "Meter", range: 0...1, default: 0, flags: .readOnly),
      ], presets: [FactoryPreset(3, name: "Three", values: [ParameterValue(0, 3)])],
      stateVersion: 2)
  }
}
