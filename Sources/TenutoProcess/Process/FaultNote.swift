/// An extension's own note of its crash, in one line on stderr: a hint, not evidence.
///
/// `tenuto-fault 1 signal=11 code=1 address=0x0 pc=+0x1234 sp=0x7ffc… thread=2 data=512 frames=…`
public struct FaultNote: Sendable, Equatable {
  /// An address of code.
  public enum CodeAddress: Sendable, Equatable {
    /// In the executable's file: an ELF virtual address.
    case inExecutable(UInt64)
    /// Anywhere else, such as in a library.
    case absolute(UInt64)
  }

  /// The signal.
  public var signal: Int32
  /// The system's reason for sending it (`si_code`).
  public var code: Int32
  /// The invalid address; 0 also for a signal sent by software.
  public var address: UInt64
  /// The address of the instruction.
  public var programCounter: CodeAddress
  /// The thread's stack pointer.
  public var stackPointer: UInt64
  /// The thread's id, as its process sees it.
  public var thread: Int32
  /// Pages of data and stack in the process.
  public var dataPages: UInt64
  /// Return addresses, the innermost first, 48 at most.
  public var frames: [CodeAddress]

  private static let head = Array("tenuto-fault 1 ".utf8)
  /// The start of every line of a note.
  static let prefix = "tenuto-fault "
  private static let maximumLineBytes = 2048
  private static let maximumFrameCount = 48

  /// The last well-formed note in the output of a process, or nil.
  public init?(output: [UInt8]) {
    for line in output.split(separator: 0x0A).reversed() where line.starts(with: Self.head) {
      guard line.count <= Self.maximumLineBytes else { continue }
      if let note = FaultNote(line: line.dropFirst(Self.head.count)) {
        self = note
        return
      }
    }
    return nil
  }

  /// Parses the fields, each once and in order, with nothing else.
  private init?(line: ArraySlice<UInt8>) {
    let names = ["signal", "code", "address", "pc", "sp", "thread", "data", "frames"]
    let fields = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard fields.count == names.count else { return nil }
    var texts: [Substring] = []
    for (name, field) in zip(names, fields) {
      guard field.allSatisfy({ $0 < 0x7F }) else { return nil }
      let text = String(decoding: field, as: UTF8.self)
      guard text.hasPrefix(name + "=") else { return nil }
      texts.append(text.dropFirst(name.count + 1))
    }
    guard let signal = Self.decimal(texts[0]), (1...64).contains(signal),
      let code = Self.decimal(texts[1]), let address = Self.hexadecimal(texts[2]),
      let counter = CodeAddress(texts[3]), let stack = Self.hexadecimal(texts[4]),
      let thread = Self.decimal(texts[5]), thread > 0, let data = UInt64(texts[6]),
      let frames = Self.frames(texts[7])
    else { return nil }
    self.signal = signal
    self.code = code
    self.address = address
    programCounter = counter
    stackPointer = stack
    self.thread = thread
    dataPages = data
    self.frames = frames
  }

  private static func decimal(_ text: Substring) -> Int32? {
    text.hasPrefix("+") ? nil : Int32(text)
  }

  fileprivate static func hexadecimal(_ text: Substring) -> UInt64? {
    let digits = text.dropFirst(2)
    guard text.hasPrefix("0x"), digits.allSatisfy(\.isHexDigit) else { return nil }
    return UInt64(digits, radix: 16)
  }

  private static func frames(_ text: Substring) -> [CodeAddress]? {
    guard !text.isEmpty else { return [] }
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= maximumFrameCount else { return nil }
    let frames = words.compactMap(CodeAddress.init)
    return frames.count == words.count ? frames : nil
  }
}

extension FaultNote.CodeAddress: CustomStringConvertible {
  fileprivate init?(_ text: Substring) {
    let isOwn = text.hasPrefix("+")
    guard let value = FaultNote.hexadecimal(isOwn ? text.dropFirst() : text) else { return nil }
    self = isOwn ? .inExecutable(value) : .absolute(value)
  }

  /// The address, with a `+` if it is in the executable's file.
  public var description: String {
    switch self {
    case .inExecutable(let value): "+0x" + String(value, radix: 16)
    case .absolute(let value): "0x" + String(value, radix: 16)
    }
  }
}
