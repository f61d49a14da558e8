internal import CValidate
internal import TenutoCore

extension ValidationTarget {
  /// Returns all components of an executable, which is started for that.
  ///
  /// Thread: control. It ends the executable's remaining processes, and all other orphans of this
  /// process.
  ///
  /// - Throws: An error if the executable has not answered.
  public static func all(
    executablePath: String, bundlePath: String? = nil
  ) throws(ValidationFault) -> [ValidationTarget] {
    _ = validate_adopt_orphans()
    do throws(BenchFault) {
      let codes = try codes(executablePath)
      _ = Orphans.end()
      return codes.map {
        ValidationTarget(code: $0, executablePath: executablePath, bundlePath: bundlePath)
      }
    } catch {
      _ = Orphans.end()
      throw ValidationFault(outcome: error.outcome)
    }
  }

  private static func codes(_ path: String) throws(BenchFault) -> [ComponentCode] {
    let subject = try TestedExtension(path)
    defer { subject.kill() }
    return try subject.descriptions().map(\.code)
  }
}

/// The reason why an executable did not return its components.
public struct ValidationFault: Error, CustomStringConvertible {
  /// The outcome of the attempt.
  public let outcome: Outcome

  /// A description in one sentence.
  public var description: String { outcome.text }

  /// The exit code as for a report: 2 failed, 3 crashed, 4 hung.
  public var exitCode: Int32 {
    switch outcome {
    case .crashed: 3
    case .hung: 4
    default: 2
    }
  }
}
