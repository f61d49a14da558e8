internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
public import TenutoSystem
internal import TenutoTransport

extension CrashBundle {
  /// Reads the bundle at `path`; malformed content throws and never traps.
  ///
  /// - Throws: `.fileNotFound`, or `.fileInvalid` with the fault and its position.
  public init(contentsOf path: String) throws(HostError) {
    let files = CrashFiles(folder: path)
    var content = try files.report()
    content.output = try files.read(File.output, limit: OutputTail.limit) ?? []
    content.parameters = try files.parameters()
    content.state = try files.state(of: content.component.code)
    content.recording = try files.recording()
    self.init(path: path, content: content)
  }
}

/// The files of a bundle.
private struct CrashFiles {
  let folder: String

  func invalid(_ name: String, _ fault: String) -> HostError {
    HostError(.fileInvalid, "\(folder)/\(name): \(fault).")
  }

  /// A file's bytes; nil if it does not exist.
  func read(_ name: String, limit: Int) throws(HostError) -> [UInt8]? {
    let path = "\(folder)/\(name)"
    guard FileCalls.exists(path) else { return nil }
    do throws(SystemError) {
      let bytes = try FileCalls.read(path, limit: limit)
      guard bytes.count <= limit else { throw SystemError("read", code: 27) }
      return bytes
    } catch {
      throw HostError(.fileReadFailed, path: path, "cannot be read", because: error)
    }
  }

  private func keys(_ name: String, limit: Int) throws(HostError) -> ManifestObject {
    guard let bytes = try read(name, limit: limit) else {
      throw HostError(.fileNotFound, "\(folder) is not a crash bundle: it has no \(name).")
    }
    do {
      return try ManifestObject(try JSONReader.parse(bytes))
    } catch {
      throw invalid(name, "is not JSON with keys")
    }
  }

  func report() throws(HostError) -> CrashBundle.Content {
    let keys = try keys(CrashBundle.File.report, limit: CrashReport.maximumSize)
    do throws(ManifestFault) {
      return try CrashBundle.Content(report: keys)
    } catch {
      throw invalid(CrashBundle.File.report, error.description)
    }
  }

  func parameters() throws(HostError) -> [ParameterValue] {
    let name = CrashBundle.File.parameters
    let keys = try keys(name, limit: CrashParameters.maximumSize)
    do throws(ManifestFault) {
      return try (keys.objects("parameters") as [Noted<CrashParameters.Value>])
        .map(\.content.exact)
    } catch {
      throw invalid(name, error.description)
    }
  }

  func state(of code: ComponentCode) throws(HostError) -> ComponentState? {
    let name = CrashBundle.File.state
    guard let bytes = try read(name, limit: ComponentState.maximumByteCount) else { return nil }
    guard let state = try? ComponentState(decoding: bytes), state.code == code else {
      throw invalid(name, "is damaged or belongs to another component")
    }
    return state
  }

  private static let maximumEventBytes = 64 << 20

  func recording() throws(HostError) -> FlightRecording? {
    let name = CrashBundle.File.events
    guard let bytes = try read(name, limit: Self.maximumEventBytes) else { return nil }
    var recording: FlightRecording
    do {
      recording = try EventText.parse(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw invalid(name, "line \(error.line) \(error.reason)")
    }
    let path = "\(folder)/\(CrashBundle.File.input)"
    guard FileCalls.exists(path) else { return recording }
    let count = recording.frameCount
    recording.inputs = try SoundFileReader(path: path).readAll(maximumFrameCount: max(1, count))
    guard recording.inputs.allSatisfy({ $0.count == count }) else {
      throw invalid(CrashBundle.File.input, "has another length than the cycles")
    }
    return recording
  }
}

extension CrashParameters.Value: KeyedContent {
  static let knownKeys: Set<String> = ["identifier", "address", "value", "bits"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    identifier = try keys.optionalText("identifier")
    address = try keys.text("address")
    value = try keys.single("value").value
    bits = try keys.text("bits")
    guard UInt64(address) != nil, UInt32(bits, radix: 16) != nil else {
      throw ManifestFault("parameters", "have an invalid address or value")
    }
  }

  /// The value, bit for bit.
  var exact: ParameterValue {
    ParameterValue(
      UInt64(address) ?? 0, Float(bitPattern: UInt32(bits, radix: 16) ?? value.bitPattern))
  }
}

extension CrashBundle.Content {
  /// Reads `report.json`; leaves the content of the other files empty.
  init(report keys: ManifestObject) throws(ManifestFault) {
    guard try keys.number("schema") == Double(CrashReport.currentSchema) else {
      throw ManifestFault("schema", "is unknown; update Tenuto")
    }
    guard let code = ComponentCode(try keys.text("component")) else {
      throw ManifestFault("component", "is not a code")
    }
    let detail = try keys.optionalText("detail")
    let address = try keys.optionalText("address").flatMap { UInt64($0.dropFirst(2), radix: 16) }
    let signal = try keys.optionalNumber("signal").flatMap { Int32(exactly: $0) }
    let exitCode = try keys.optionalNumber("exitCode").flatMap { Int32(exactly: $0) }
    guard
      let cause = FaultCause(
        kind: try keys.text("causeKind"), signal: signal, address: address, exitCode: exitCode,
        detail: detail)
    else { throw ManifestFault("causeKind", "is unknown") }
    let layout = BusLayout(
      inputs: try Self.channels(keys, "inputBusses"),
      outputs: try Self.channels(keys, "outputBusses"))
    self.init(
      component: ComponentDescription(
        code, name: try keys.text("name"), manufacturerName: "",
        version: try keys.text("version")),
      executablePath: try keys.text("executable"), cause: cause,
      format: try Self.format(keys, layout), layout: layout, time: try keys.number("time"))
    node = try keys.text("node")
    sandboxLayers = try keys.texts("sandboxLayers")
    misses = UInt64(try keys.text("misses")) ?? 0
  }

  private static func channels(
    _ keys: ManifestObject, _ key: String
  ) throws(ManifestFault) -> [Int] {
    let words = try keys.text(key).split(separator: " ")
    let counts = words.compactMap { Int($0) }
    guard counts.count == words.count, counts.count <= 64,
      counts.allSatisfy({ (0...SegmentShape.maximumChannelCount).contains($0) })
    else { throw ManifestFault(key, "are not numbers of channels") }
    return counts
  }

  private static func format(
    _ keys: ManifestObject, _ layout: BusLayout
  ) throws(ManifestFault) -> RenderFormat {
    let format = RenderFormat(
      sampleRate: try keys.number("sampleRate"),
      maximumFrameCount: Int(exactly: try keys.number("maximumFrameCount")) ?? 0,
      frameCapacity: Int(exactly: try keys.number("frameCapacity")) ?? 0,
      inputChannelCount: layout.inputChannelCount,
      outputChannelCount: layout.outputChannelCount, depth: 0, slot: 0)
    guard format.isValid else {
      throw ManifestFault("sampleRate", "or another size is out of range")
    }
    return format
  }
}
