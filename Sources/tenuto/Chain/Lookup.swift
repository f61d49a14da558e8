import TenutoComponents
import TenutoCore
import TenutoSystem

/// Finds the component for a code.
enum Lookup {
  /// Returns the component with `code`.
  ///
  /// If it is not found, the error names unreadable bundles, which may contain it.
  ///
  /// - Throws: `.componentNotFound` with the nearest codes.
  static func component(
    _ code: ComponentCode, in scan: Registry.Scan
  ) throws(HostError) -> Component {
    do {
      return try scan.component(code)
    } catch {
      for problem in scan.problems { Output.note(problem.message) }
      if code == GeneralMIDI.instrument {
        throw HostError(.componentNotFound, GeneralMIDI.isNotBuilt)
      }
      throw error
    }
  }
}
