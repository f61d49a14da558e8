internal import TenutoCore
internal import TenutoExtension

@testable internal import SamplerKernel
@testable internal import TenutoCoreMIDI
@testable internal import TenutoJACK
@testable internal import TenutoSession
@testable internal import TenutoSupervision
@testable internal import TenutoValidate

extension FuzzTarget {
  /// Files on this machine, which are untrusted.
  static var stores: [FuzzTarget] {
    [
      FuzzTarget(name: "sampler-sound", run: readSound),
      FuzzTarget(name: "sampler-message", run: answerSamplerPage),
      FuzzTarget(name: "file-reference", run: readReference),
      FuzzTarget(name: "midi-ids", run: readIDs),
      FuzzTarget(name: "midi-outline", run: readOutline),
      FuzzTarget(name: "kept-session", run: readKeptSession),
      FuzzTarget(name: "process-line", run: readProcessLine),
      FuzzTarget(name: "check-outcome", run: readOutcome),
    ]
  }

  /// An accepted sound is within the kernel's bounds, and round-trips.
  private static func readSound(_ input: [UInt8]) {
    guard let sound = try? RecordedSound(decoding: input) else { return }
    let frames = sound.channels[0].count
    check(sound.channels.allSatisfy { $0.count == frames }, "a channel is shorter than the other")
    check(sound.loop.upperBound <= frames, "a loop goes on behind the sound")
    check(sound.channels.joined().allSatisfy(\.isFinite), "a sample is no number")
    for encoding in [RecordedSound.Encoding.float32, .int16] {
      let again = try? RecordedSound(decoding: sound.encoded(encoding))
      check(again != nil, "a sound that was read cannot be read again")
      if encoding == .float32 { check(again == sound, "a sound changes by writing") }
    }
  }

  /// The sampler refuses a message of a page or answers it, and its sound remains playable.
  private static func answerSamplerPage(_ input: [UInt8]) {
    // A unit takes a tenth of a second to create, which malformed messages do not need.
    let isMessage = SamplerPageMessage(input) != nil || (try? RecordedSound(decoding: input)) != nil
    guard isMessage else { return }
    let unit = SamplerUnit()
    // A short one, of which pictures are drawn fast.
    let sound = RecordedSound(
      sampleRate: 48000, rootNote: 60, channels: [[0, 0.5, -0.5, 0.25]], loop: 1..<3)
    _ = try? unit.answer(sound.encoded(.float32))
    let before = unit.encodeState(.document)
    do throws(MessageRefusal) {
      let reply = try unit.answer(input)
      // The largest picture: 21 bytes, and eight for each of 4096 columns.
      check(reply.count <= 21 + 8 * 4096, "a reply of \(reply.count) bytes")
    } catch {
      check(unit.encodeState(.document) == before, "a message that was refused changes the sound")
    }
    let state = unit.encodeState(.document)
    check(
      state.isEmpty || (try? RecordedSound(decoding: state)) != nil, "a sound cannot be kept")
  }

  private static func readReference(_ input: [UInt8]) {
    guard let reference = FileReference(decoding: input) else { return }
    check(reference.encoded() == input, "a reference changes by writing")
    check(reference.path.hasPrefix("/") && !reference.path.contains("\0"), "its path is none")
  }

  private static func readIDs(_ input: [UInt8]) {
    let ids = MIDIUniqueIDs(text: String(decoding: input, as: UTF8.self))
    check(ids.entries.count <= MIDIUniqueIDs.limit, "too many ids are kept")
    check(!ids.isChanged, "what was read is to be written")
    check(ids.entries.keys.allSatisfy { !$0.name.isEmpty }, "an endpoint has no name")
    let again = MIDIUniqueIDs(text: ids.text)
    check(again.entries.mapValues(\.id) == ids.entries.mapValues(\.id), "ids change by writing")
    check(again.text == ids.text, "the order of use changes by writing")
  }

  private static func readOutline(_ input: [UInt8]) {
    guard let lines = Outline.read(input) else { return }
    let text = lines.map { $0.text() }.joined()
    check(Outline.read(Array(text.utf8)) == lines, "an outline changes by writing")
  }

  private static func readKeptSession(_ input: [UInt8]) {
    guard let kept = try? KeptSession(decoding: input), kept.savedAt.isFinite,
      let bytes = try? kept.encoded()
    else { return }
    guard let again = try? KeptSession(decoding: bytes) else {
      stop("a session that was kept cannot be read again")
    }
    check(
      again.session == kept.session && again.savedAt == kept.savedAt
        && again.isEdited == kept.isEdited && again.isClosed == kept.isClosed
        && again.fileText == kept.fileText, "a session changes by being kept")
  }

  /// A program's name, which it chooses itself, is in a line of /proc.
  private static func readProcessLine(_ input: [UInt8]) {
    let fields = "S 1 2 3 4 5 6 10 8 12 10 11 12 13 14 15 16 17 18 99 20"
    let name = String(decoding: input, as: UTF8.self)
    _ = ProcessCounters.Statistics(line: name)
    let statistics = ProcessCounters.Statistics(line: "1 (\(name)) \(fields)")
    check(
      statistics?.minorFaults == 10 && statistics?.majorFaults == 12 && statistics?.birth == 99,
      "a name changes what is read: \(String(describing: statistics))")
  }

  /// The result that a check's process reports.
  private static func readOutcome(_ input: [UInt8]) {
    guard let outcome = Outcome(message: input) else { return }
    check(Outcome(message: outcome.message) == outcome, "an outcome changes when reported")
  }
}
