/// A library of the distribution that was present when Tenuto was built, and is missing now.
enum MissingLibrary {
  /// The remedy for an extension that ended because this library is missing; nil for other ends.
  static func remedy(for message: String) -> String? {
    for library in all where message.contains("\(library.file).so") {
      return "\(library.name) is not installed, which \(library.user); install the package "
        + "\(library.package)."
    }
    return nil
  }

  private static let all = [
    (
      file: "libfluidsynth", name: "FluidSynth", user: "the SoundFont instrument needs",
      package: "libfluidsynth3"
    ),
    (file: "liblilv-0", name: "lilv", user: "LV2 plug-ins need", package: "liblilv-0-0"),
  ]
}
