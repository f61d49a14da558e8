#if canImport(CLV2Oracle)
internal import CLV2Oracle
internal import Foundation
internal import TenutoComponents
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// The LV2 plug-ins of this machine, scanned into a folder of the tests.
final class LV2Plugins: Sendable {
  static let shared = Result { try LV2Plugins() }

  let scan: Registry.Scan
  let folder: String

  private init() throws {
    folder = NSTemporaryDirectory() + "tenuto-lv2-\(UUID().uuidString)"
    let cache = PluginCache(folder: folder)
    _ = try PluginScan(cache: cache, environment: [:], sandbox: .required, formats: [.lv2]).run()
    scan = Registry(searchPath: SearchPath([folder])).scan()
  }

  /// The component of the plug-in `uri`.
  static func component(_ uri: String) throws -> Component {
    let plugins = try shared.get()
    guard let component = plugins.scan.components.first(where: { $0.source?.uri == uri }) else {
      throw HostError(.componentNotFound, "There is no plug-in \(uri).")
    }
    return component
  }

  /// All components with this URI prefix.
  static func components(_ start: String) throws -> [Component] {
    try shared.get().scan.components.filter { $0.source?.uri.hasPrefix(start) == true }
  }
}

extension ForeignKernel {
  /// The bridge as a plug-in.
  static func lv2(_ component: Component) throws -> ForeignKernel {
    let kernel = try ForeignKernel(component.executablePath)
    try kernel.ask(InstantiateRequest(code: component.code))
    return kernel
  }

  /// Allocates with all busses of the description.
  @discardableResult
  func allocateAll(_ component: Component, frameCount: Int = 64) throws
    -> AllocateRequest.Response
  {
    try allocate(
      inputs: component.description.inputs.map(\.channelCount),
      outputs: component.description.outputs.map(\.channelCount), maximum: frameCount,
      capacity: frameCount)
  }
}

/// A plug-in in this process.
@safe final class InProcess {
  private let oracle: OpaquePointer
  private let frameCount: Int

  init(_ uri: String, frameCount: Int = 64) throws {
    guard let oracle = unsafe oracle_make(uri, 48000, UInt32(frameCount)) else {
      throw HostError(.launchFailed, "\(uri) cannot be made in this process.")
    }
    unsafe self.oracle = unsafe oracle
    self.frameCount = frameCount
  }

  deinit { unsafe oracle_free(oracle) }

  func set(_ symbol: String, _ value: Float) { unsafe oracle_set(oracle, symbol, value) }

  func send(_ bytes: [UInt8], at frame: UInt32) {
    unsafe oracle_send(oracle, frame, bytes, UInt32(bytes.count))
  }

  /// One run; denormals are zero, as on an extension's render thread.
  func run(_ input: (Int, Int) -> Float = { _, _ in 0 }) -> [[Float]] {
    let inputCount = Int(unsafe oracle_input_count(oracle))
    let outputCount = Int(unsafe oracle_output_count(oracle))
    var inputs = [Float](repeating: 0, count: max(1, inputCount * frameCount))
    for channel in 0..<inputCount {
      for frame in 0..<frameCount { inputs[channel * frameCount + frame] = input(channel, frame) }
    }
    var outputs = [Float](repeating: 0, count: max(1, outputCount * frameCount))
    unsafe oracle_run(oracle, &inputs, &outputs)
    return (0..<outputCount).map { channel in
      Array(outputs[channel * frameCount..<(channel + 1) * frameCount])
    }
  }
}
#endif
