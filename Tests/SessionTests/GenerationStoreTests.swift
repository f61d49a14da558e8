import Foundation
import TestSupport
import Testing

@testable import TenutoSupervision
@testable import TenutoSystem

/// After any fault during a save, the old or the new document exists.
struct GenerationStoreTests {
  private let folder = SessionTestFolder()
  private var store: GenerationStore { GenerationStore(folder: folder.path) }

  private func save(_ numbers: ClosedRange<UInt8>) throws {
    let writer = try store.open()
    for number in numbers { try writer.save([UInt8](repeating: number, count: 20)) }
  }

  @Test func theNewestIsLoadedAndTenAreKept() throws {
    #expect(try store.load() == nil)
    try save(1...13)
    let reading = try #require(try store.load())
    #expect(reading.document == [UInt8](repeating: 13, count: 20))
    #expect(reading.sequence == 13 && reading.problems.isEmpty)
    #expect(try store.sequences() == Array((4...13).reversed()))
    try save(14...14)
    #expect(try store.sequences() == Array((5...14).reversed()))
  }

  @Test func everyByteCutOfASaveLoadsTheOldOrTheNew() throws {
    try save(1...2)
    let new = Generation(sequence: 3, bytes: Array("the new document".utf8))
    let file = new.encoded()
    for count in 0...file.count {
      let cut = Array(file[..<count])
      // Killed while writing, or before the rename.
      folder.write(cut, Generation.temporaryName(3))
      #expect(try store.load()?.sequence == 2)
      folder.remove(Generation.temporaryName(3))
      // The name reached the disk before all of the bytes.
      folder.write(cut, Generation.fileName(3))
      let reading = try #require(try store.load())
      #expect(reading.sequence == (count == file.count ? 3 : 2))
      #expect(reading.problems.count == (count == file.count ? 0 : 1))
      folder.remove(Generation.fileName(3))
    }
  }

  @Test func everyFlippedBitIsReportedAndLoadsTheOlderOne() throws {
    try save(1...2)
    let name = Generation.fileName(2)
    let file = folder.read(name)
    for bit in 0..<file.count * 8 {
      var damaged = file
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      folder.write(damaged, name)
      let reading = try #require(try store.load())
      #expect(reading.document == [UInt8](repeating: 1, count: 20))
      #expect(reading.problems.first?.code == .sessionInvalid)
      #expect(reading.problems.first?.message.contains(name) == true)
      #expect(folder.read(name) == damaged)
    }
  }

  @Test func onlyDamagedGenerationsAreAnErrorAndStay() throws {
    try save(1...2)
    for number in [1, 2] as [UInt64] { folder.write([1, 2, 3], Generation.fileName(number)) }
    #expect(throws: HostError.self) { try store.load() }
    #expect(try store.sequences() == [2, 1])
    try save(3...3)
    #expect(try store.load()?.sequence == 3)
  }

  @Test func aGenerationUnderAnotherOnesNameIsDamaged() throws {
    try save(1...2)
    folder.write(folder.read(Generation.fileName(1)), Generation.fileName(7))
    let reading = try #require(try store.load())
    #expect(reading.sequence == 2 && reading.problems.count == 1)
  }

  @Test func otherNamesInTheFolderMeanNothing() throws {
    for name in ["generation-9", "generation-99999999999999999999", "notes.txt", "generation-x"] {
      folder.write([0], name)
    }
    try save(1...1)
    #expect(try store.sequences() == [1])
    #expect(folder.names.contains("notes.txt"))
  }

  @Test func leftoversOfAKilledWriterAreRemovedByTheNextOne() throws {
    try save(1...1)
    folder.write([1], Generation.temporaryName(2))
    try save(2...2)
    #expect(!folder.names.contains { $0.hasSuffix(".part") })
  }

  @Test func aSecondWriterIsRefusedWithTheOthersProcessId() throws {
    let writer = try store.open()
    let error = #expect(throws: HostError.self) { try store.open() }
    #expect(error?.code == .refused)
    #expect(error?.message.contains("process \(getpid())") == true)
    let outcome = try Program.run(Built.path("SessionHost"), ["once", folder.path])
    #expect(outcome.output.contains("refused") && outcome.output.contains("\(getpid())"))
    try writer.save([1])
    #expect(try store.load()?.document == [1])
  }

  @Test func theLockEndsWithItsOwner() throws {
    try save(1...1)
    try save(2...2)
    try store.remove()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    try save(1...1)
    #expect(try store.load()?.sequence == 1)
  }
}
