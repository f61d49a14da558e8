import FilterKernel
import TenutoExtension

/// The extension's process; `FilterKernel` renders the sound.
@main
struct Filter: AudioExtension {
  static var components: [ComponentEntry] {
    [ComponentEntry(FilterKernel.self, unit: FilterUnit.self)]
  }
}
