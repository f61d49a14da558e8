import TenutoExtension

/// Components for routing tests.
@main struct RoutingExtension: AudioExtension {
  static var components: [ComponentEntry] {
    [
      ComponentEntry(OctaveKernel.self), ComponentEntry(FloodKernel.self),
      ComponentEntry(ProbeKernel.self), ComponentEntry(OldProbeKernel.self),
      ComponentEntry(LateKernel.self), ComponentEntry(TimeKernel.self),
      ComponentEntry(LevelKernel.self), ComponentEntry(TouchKernel.self),
      ComponentEntry(TransportKernel.self),
      ComponentEntry(VaryingKernel.self, unit: VaryingUnit.self),
    ]
  }
}
