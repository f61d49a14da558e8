internal import Glibc
internal import TenutoCore
import TenutoRender
internal import TenutoTransport

@testable internal import TenutoComponents
@testable internal import TenutoProcess
@testable internal import TenutoSupervision

extension FuzzTarget {
  static var crashes: [FuzzTarget] {
    [
      FuzzTarget(name: "fault-note", run: readFaultNote),
      FuzzTarget(name: "crash-report", run: readCrashReport),
      FuzzTarget(name: "crash-parameters", run: readCrashParameters),
      FuzzTarget(name: "crash-events", run: readCrashEvents),
      FuzzTarget(name: "executable", run: readExecutable),
    ]
  }

  /// An accepted note round-trips.
  private static func readFaultNote(_ input: [UInt8]) {
    guard let note = FaultNote(output: input) else { return }
    let frames = note.frames.map(\.description).joined(separator: ",")
    let line =
      "tenuto-fault 1 signal=\(note.signal) code=\(note.code) "
      + "address=0x\(String(note.address, radix: 16)) pc=\(note.programCounter) "
      + "sp=0x\(String(note.stackPointer, radix: 16)) thread=\(note.thread) "
      + "data=\(note.dataPages) frames=\(frames)"
    check(FaultNote(output: Array(line.utf8)) == note, "\(note) is read from another note")
    check(!"\(FaultCause(.signaled(number: note.signal), note: note))".isEmpty, "no cause")
  }

  /// `report.json`: an accepted report names a folder and round-trips.
  private static func readCrashReport(_ input: [UInt8]) {
    guard var content = crashContent(input) else { return }
    check(content.format.isValid, "a format that cannot be is read")
    // Any path on this machine may be named, and is read for its checksum.
    content.executablePath = ""
    let name = CrashBundle.folderName(of: content)
    check(
      CrashBundle.isBundleName(name) && name.utf8.allSatisfy { 0x20 < $0 && $0 < 0x7F }
        && !name.contains("/"), "'\(name)' is no name of a bundle")
    guard content.time.isFinite else { return }
    let bytes = CrashReport(content).json
    guard let again = crashContent(bytes) else { stop("a report cannot be read again") }
    check(CrashReport(again).json == CrashReport(crashContent(bytes) ?? content).json, "twice")
    check(
      again.format == content.format && again.layout == content.layout
        && again.time == content.time && again.misses == content.misses
        && again.cause.kind == content.cause.kind && again.node == content.node.printableLine
        && again.component.code == content.component.code, "a report changes by writing")
  }

  private static func crashContent(_ bytes: [UInt8]) -> CrashBundle.Content? {
    guard let value = try? JSONReader.parse(bytes), let keys = try? ManifestObject(value) else {
      return nil
    }
    return try? CrashBundle.Content(report: keys)
  }

  private static func readCrashParameters(_ input: [UInt8]) {
    guard let value = try? JSONReader.parse(input), let keys = try? ManifestObject(value),
      let list: [Noted<CrashParameters.Value>] = try? keys.objects("parameters")
    else { return }
    for item in list {
      let exact = item.content.exact
      check(
        String(exact.address) == item.content.address
          || UInt64(item.content.address) == exact.address, "an address changes")
      check(
        UInt32(item.content.bits, radix: 16) == exact.value.bitPattern, "a value's bits change")
    }
  }

  /// `events.txt`: an accepted text round-trips, and is fed to the end.
  private static func readCrashEvents(_ input: [UInt8]) {
    guard let recording = try? EventText.parse(String(decoding: input, as: UTF8.self)) else {
      return
    }
    let text = EventText.text(recording)
    do {
      check(EventText.text(try EventText.parse(text)) == text, "a recording changes by writing")
    } catch {
      stop("line \(error.line) of a recording that was read cannot be read again")
    }
    var feed = ReplayFeed(recording)
    var count = 0
    for cycle in recording.cycles where cycle.isAsked { count += feed.next(cycle).events.count }
    check(count <= recording.before.count + recording.events.count, "a replay makes events up")
  }

  /// An untrusted executable: its headers, symbols and library folders.
  private static func readExecutable(_ input: [UInt8]) {
    let symbols = SymbolTable(ELFFile(input))
    for address in [0, 1, UInt64.max] + symbols.symbols.prefix(8).map(\.address) {
      guard let (symbol, offset) = symbols.symbol(at: address) else { continue }
      check(symbol.address + offset == address, "an address is in another function")
      check(symbol.size == 0 || offset <= symbol.size, "an address is behind its function")
    }
    let count = unsafe pwrite(executable, input, input.count, 0)
    check(ftruncate(executable, input.count) == 0 && count >= 0, "there is no file to fuzz")
    let file = ExecutableFile(executable)
    check(file.isDynamic || file.libraryFolders.isEmpty, "what has no loader has libraries")
  }

  /// An unnamed file, for functions that read descriptors.
  private static let executable = unsafe tmpfile().map { unsafe fileno($0) } ?? -1
}
