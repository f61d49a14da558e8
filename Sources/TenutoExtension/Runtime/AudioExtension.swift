/// An executable with several components, or with components that have a unit.
///
///     @main struct Organ: AudioExtension {
///       static var components: [ComponentEntry] {
///         [ComponentEntry(ManualKernel.self), ComponentEntry(PedalKernel.self, unit: Pedal.self)]
///       }
///     }
///
/// A single kernel without a unit is marked `@main` itself.
public protocol AudioExtension {
  /// The components of the executable.
  static var components: [ComponentEntry] { get }
}

extension AudioExtension {
  /// Serves the components until the host disconnects.
  public static func main() { ExtensionServer.serve(components) }
}
