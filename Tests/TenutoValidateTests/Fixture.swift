import Foundation
import TenutoCore
import TenutoValidate
import TestSupport
import Testing

/// The correct components, and their faulty twins.
///
/// A twin is the same executable under a name that ends with the fault.
enum Fixture {
  /// Links to the executable, in its folder.
  static let folder = Built.path("twins")

  /// The component of the kind `kind`, or with the given type and subtype, with `fault`.
  static func target(_ kind: String, fault: String = "none") throws -> ValidationTarget {
    let path = "\(folder)/twin-\(fault)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Another test may create the same link at the same time.
    try? FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: Built.path("FaultyComponents"))
    let code = try #require(ComponentCode("\(kind.count == 4 ? "\(kind) good" : kind) Flty"))
    return ValidationTarget(code: code, executablePath: path)
  }
}

/// Runs a check on a thread that lives as long as the check: extensions end with their thread.
func result(
  of id: String, on target: ValidationTarget, seed: UInt64 = 1, budget: Double = 2
) throws -> CheckResult {
  let check = try #require(CheckList.check(id))
  let box = Locked<CheckResult?>(nil)
  let thread = TestThread {
    box.withLock { $0 = check.run(on: target, seed: seed, budget: budget) }
  }
  #expect(thread.join(seconds: 120))
  return try #require(box.withLock { $0 })
}

extension TestThread {
  /// Waits for the end of the thread.
  func join(seconds: Int) -> Bool { (0..<seconds / 10).contains { _ in join() } }
}
