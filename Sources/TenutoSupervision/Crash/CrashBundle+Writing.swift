internal import FoundationEssentials
internal import Glibc
internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
public import TenutoSystem
internal import TenutoTransport

extension CrashBundle {
  /// Writes a bundle, and removes the oldest beyond `keptCount`.
  ///
  /// Thread: control. Writes to the disk.
  /// - Returns: The bundle's path.
  /// - Throws: `.fileWriteFailed`, `.permissionDenied`; the partial bundle is then removed.
  public static func write(
    _ content: Content, into folder: String
  ) throws(HostError) -> String {
    var path = ""
    try calls(folder) { () throws(SystemError) in
      try FileCalls.makeFolders(folder)
      let lock = try FileCalls.lock(folder)
      defer { FileCalls.unlock(lock) }
      removeLeftovers(in: folder)
      let temporary = try FileCalls.makeTemporaryFolder("\(folder)/\(partPrefix)")
      do throws(SystemError) {
        try writeFiles(content, into: temporary)
        path = freePath(for: content, in: folder)
        try FileCalls.rename(temporary, to: path)
      } catch {
        try? FileCalls.remove(temporary)
        throw error
      }
      try FileCalls.synchronize(folder)
      removeOldest(in: folder)
    }
    return path
  }

  private static func calls(
    _ folder: String, _ body: () throws(SystemError) -> Void
  ) throws(HostError) {
    do throws(SystemError) {
      try body()
    } catch {
      throw HostError(
        .fileWriteFailed, path: folder, "cannot take a crash bundle", because: error)
    }
  }

  private static func writeFiles(
    _ content: Content, into folder: String
  ) throws(SystemError) {
    func create(_ name: String, _ bytes: [UInt8]) throws(SystemError) {
      try FileCalls.create("\(folder)/\(name)", mode: 0o644, bytes)
    }
    let recording = content.recording?.adding(content.settings)
    try create(File.report, CrashReport(content).json)
    try create(File.stack, Array(StackText.text(content).utf8))
    try create(File.output, content.output.suffix(OutputTail.limit) + [])
    try create(File.parameters, CrashParameters(content).json)
    if let state = content.state { try create(File.state, state.encoded()) }
    if let recording { try create(File.events, Array(EventText.text(recording).utf8)) }
    if let manifest = manifest(beside: content.executablePath) {
      try create(File.manifest, manifest)
    }
    if let recording, !recording.inputs.isEmpty, recording.frameCount > 0 {
      try writeInput(recording, rate: content.format.sampleRate, to: "\(folder)/\(File.input)")
    }
  }

  /// The manifest of the bundle that contains the executable.
  private static func manifest(beside executable: String) -> [UInt8]? {
    let path = "\(FileCalls.parent(of: executable))/\(Manifest.fileName)"
    let bytes = try? FileCalls.read(path, limit: Manifest.maximumSize)
    return bytes.flatMap { $0.count <= Manifest.maximumSize ? $0 : nil }
  }

  /// Writes `input.wav`; a sample rate that no WAV file can have stays in the report only.
  private static func writeInput(
    _ recording: FlightRecording, rate: Double, to path: String
  ) throws(SystemError) {
    let range = SoundFileFormat.sampleRates
    let rate = min(max(Int(rate), range.lowerBound), range.upperBound)
    do throws(HostError) {
      let file = try SoundFileWriter(
        path: path, format: .wavFloat32, sampleRate: rate, channelCount: recording.inputs.count)
      try file.write(channels: recording.inputs)
      try file.finish()
    } catch {
      // More channels than a file can hold: the rest of the bundle is useful without them.
      if error.code != .formatOutOfRange { throw SystemError("write", code: EIO) }
    }
  }
}

// MARK: - Names

extension CrashBundle {
  private static let partPrefix = ".part-"

  /// An unused path for a new bundle.
  private static func freePath(for content: Content, in folder: String) -> String {
    let name = "\(folder)/\(folderName(of: content))"
    guard FileCalls.exists(name) else { return name }
    var number = 2
    while FileCalls.exists("\(name)-\(number)") { number += 1 }
    return "\(name)-\(number)"
  }

  /// A name such as `2026-11-21T09-25-40Z-Delay-SIGSEGV`, whose parts cannot leave the folder.
  static func folderName(of content: Content) -> String {
    let cause =
      switch content.cause {
      case .crashed(let signal, _), .killed(let signal): ProcessExit.name(ofSignal: signal)
      default: content.cause.kind
      }
    return [date(content.time), plain(content.component.name), plain(cause)]
      .joined(separator: "-")
  }

  /// Keeps letters, digits and underscores, 40 at most, and replaces everything else.
  private static func plain(_ text: String) -> String {
    let kept = text.unicodeScalars.prefix(40).map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        ? Character(scalar) : "_"
    }
    return kept.isEmpty ? "_" : String(kept)
  }

  private static func date(_ seconds: Double) -> String {
    var time = time_t(max(0, min(seconds, 1e11)))
    var fields = unsafe tm()
    _ = unsafe gmtime_r(&time, &fields)
    let (year, month) = unsafe (fields.tm_year + 1900, fields.tm_mon + 1)
    let rest = unsafe [fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec]
    let texts = ([month] + rest).map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(year)-\(texts[0])-\(texts[1])T\(texts[2])-\(texts[3])-\(texts[4])Z"
  }

  /// Whether a folder's name has the form that `write` uses.
  static func isBundleName(_ name: String) -> Bool {
    let head = Array(name.utf8.prefix(21))
    let form = Array("0000-00-00T00-00-00Z-".utf8)
    guard head.count == form.count else { return false }
    return zip(head, form).allSatisfy { byte, wanted in
      wanted == 0x30 ? (0x30...0x39).contains(byte) : byte == wanted
    }
  }

  /// The bundles in a folder, the newest first.
  public static func list(in folder: String) -> [String] {
    let names = (try? FileCalls.names(in: folder)) ?? []
    return names.filter(isBundleName).sorted(by: >).map { "\(folder)/\($0)" }
  }

  private static func removeOldest(in folder: String) {
    for path in list(in: folder).dropFirst(keptCount) { try? FileCalls.remove(path) }
  }

  /// Removes parts left by a host that was killed while writing; the lock excludes other writers.
  private static func removeLeftovers(in folder: String) {
    for name in (try? FileCalls.names(in: folder)) ?? [] where name.hasPrefix(partPrefix) {
      try? FileCalls.remove("\(folder)/\(name)")
    }
  }
}
