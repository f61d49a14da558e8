import Glibc
import TenutoExtension

/// Two components, one of them with a unit; with TENUTO_TEST_RAW set, the second one bypasses the
/// runtime and can violate the protocol on command.
@main
enum UnitExtension: AudioExtension {
  static var components: [ComponentEntry] {
    [ComponentEntry(PlainKernel.self), ComponentEntry(RichKernel.self, unit: RichUnit.self)]
  }

  static func main() {
    if unsafe getenv("TENUTO_TEST_RAW") != nil { RawUnit.run() }
    ExtensionServer.serve(components)
  }
}
