import TenutoComponents
import TenutoCore
import TenutoSystem

/// Finds the component that a user means.
enum Lookup {
  /// The component with `code`.
  ///
  /// Names the bundles that cannot be read if the component is not found: it may be in one of them.
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
