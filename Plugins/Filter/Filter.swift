import FilterKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `FilterKernel`.
@main
struct Filter: AudioExtension {
  static var components: [ComponentEntry] {
    [ComponentEntry(FilterKernel.self, unit: FilterUnit.self)]
  }
}
