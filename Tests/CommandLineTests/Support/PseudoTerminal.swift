import Foundation
import Testing

/// A program on a terminal whose keys and screen the test controls.
final class PseudoTerminal {
  private let process = Process()
  private let keys: Int32
  private let screen: Int32
  private let before: termios
  private var bytes: [UInt8] = []

  /// Starts a program of the package in the workshop's folder, `tenuto` if no other is named.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - workshop: The folder in which it works.
  ///   - columns: The width of the screen.
  ///   - program: The program's name.
  ///   - environment: Variables to add.
  ///   - wrapper: A program and its arguments that starts it instead.
  /// - Throws: An error if it does not start.
  init(
    _ arguments: [String], in workshop: Workshop, columns: UInt16 = 100,
    program: String = "tenuto", environment: [String: String] = [:], wrapper: [String] = []
  ) throws {
    var (keys, screen): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 30, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe openpty(&keys, &screen, nil, nil, &size) == 0 else { throw POSIXError(.ENOTTY) }
    for file in [keys, screen] { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    (self.keys, self.screen) = (keys, screen)
    before = Self.mode(screen)
    let command = wrapper + ["\(Workshop.build)/\(program)"] + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: workshop.path)
    process.environment = workshop.environment.merging(environment) { $1 }
    process.standardInput = FileHandle(fileDescriptor: screen, closeOnDealloc: false)
    process.standardOutput = process.standardInput
    process.standardError = process.standardInput
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    close(keys)
    close(screen)
  }

  /// Presses keys, and waits until `text` appears on the screen, or the program has ended.
  func press(_ text: String, until expected: String) {
    read()
    bytes = []
    write(text)
    let isShown = wait { $0.contains(expected) }
    #expect(isShown, "\(output)")
  }

  /// Waits until the screen shows something, or the program has ended; false after some time.
  func wait(seconds: Int = 120, until isShown: (String) -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isShown(output), process.isRunning, ContinuousClock.now < end { read() }
    return isShown(output)
  }

  /// Sends keys without waiting.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    let count = unsafe Foundation.write(keys, bytes, bytes.count)
    #expect(count == text.utf8.count)
  }

  /// Sends a signal to the program.
  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Waits for the program's end.
  ///
  /// - Returns: Its exit code; above 255 after an unhandled signal.
  func finish() -> Int32 {
    while process.isRunning { read() }
    read()
    let signaled: Int32 = process.terminationReason == .uncaughtSignal ? 256 : 0
    return process.terminationStatus + signaled
  }

  /// The output since the last keys.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the terminal's line mode and echo are restored.
  var isRestored: Bool {
    let now = Self.mode(screen)
    return now.c_lflag == before.c_lflag && now.c_iflag == before.c_iflag
      && now.c_oflag == before.c_oflag
  }

  private static func mode(_ file: Int32) -> termios {
    var mode = termios()
    unsafe tcgetattr(file, &mode)
    return mode
  }

  /// Reads the program's output, for at most 50 ms.
  private func read() {
    var entry = pollfd(fd: keys, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 50) > 0 else { return }
    var piece = [UInt8](repeating: 0, count: 65536)
    let count = unsafe Foundation.read(keys, &piece, piece.count)
    bytes += piece.prefix(max(0, count))
  }
}
