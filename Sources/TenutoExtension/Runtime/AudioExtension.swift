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

/// A component of an executable, with the factory of its kernel.
public struct ComponentEntry {
  let description: ComponentDescription
  let makeUnit: ((HostLink) -> any AudioUnit)?
  let makeLoop: (KernelSetup, ParameterTable) -> RenderLoop

  /// A component whose state is its parameters.
  @inlinable public init<K: Kernel & ~Copyable>(_: K.Type) {
    self.init(
      K.component, makeUnit: nil, makeLoop: { ExtensionMain.makeLoop(K.self, $0, $1) })
  }

  /// A component with a unit.
  @inlinable public init<K: Kernel & ~Copyable, U: AudioUnit>(_: K.Type, unit: U.Type) {
    self.init(
      K.component, makeUnit: { U($0) }, makeLoop: { ExtensionMain.makeLoop(K.self, $0, $1) })
  }

  @usableFromInline init(
    _ description: ComponentDescription, makeUnit: ((HostLink) -> any AudioUnit)?,
    makeLoop: @escaping (KernelSetup, ParameterTable) -> RenderLoop
  ) {
    self.description = description
    self.makeUnit = makeUnit
    self.makeLoop = makeLoop
  }
}
