import FilterKernel
import TenutoExtension

/// The extension's process; what it sounds like is in `FilterKernel`.
@main
enum Filter {
  static func main() { ExtensionMain.run(FilterKernel.self) }
}
