internal import Glibc
internal import TenutoSystem
internal import TenutoTransport

extension ExtensionProcess {
  /// The thread that the extension calls `number`, as this process knows it; nil if it has none.
  ///
  /// Thread: control. In a process namespace of its own, an extension has other numbers.
  package func thread(named number: Int32) -> Int32? {
    guard number > 0 else { return nil }
    let folder = "/proc/\(identifier)/task"
    guard layers.contains(.processNamespace) else {
      return unsafe access("\(folder)/\(number)", F_OK) == 0 ? number : nil
    }
    let names = (try? FileCalls.names(in: folder)) ?? []
    return names.compactMap { Int32($0) }.first {
      Self.innerNumber(ofStatus: "\(folder)/\($0)/status") == number
    }
  }

  /// The last number of the line `NSpid` belongs to the innermost namespace.
  private static func innerNumber(ofStatus path: String) -> Int32? {
    guard let file = try? FileCalls.open(path, O_RDONLY) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file.number, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("NSpid:") }
    return line?.split(whereSeparator: \.isWhitespace).last.flatMap { Int32($0) }
  }
}
