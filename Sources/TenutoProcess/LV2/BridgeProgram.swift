internal import Glibc
public import TenutoSystem
internal import TenutoTransport

/// The program that runs plug-ins of LV2 as extensions.
public enum BridgeProgram {
  /// Its name.
  public static let name = "tenuto-lv2"

  /// Where it is: beside this program, or in `../lib/tenuto` from there.
  ///
  /// - Throws: `.fileNotFound` where it was not built, which needs lilv.
  public static func path() throws(HostError) -> String {
    let folder = FileCalls.parent(of: FileCalls.target(of: "/proc/self/exe"))
    let places = ["\(folder)/\(name)", "\(FileCalls.parent(of: folder))/lib/tenuto/\(name)"]
    guard let place = places.first(where: FileCalls.isExecutable) else {
      throw HostError(
        .fileNotFound,
        "\(name) is not in \(folder): Tenuto was built without LV2; install liblilv-dev and build "
          + "it again.")
    }
    return place
  }
}
