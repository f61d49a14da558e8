import FoundationEssentials
import TenutoComponents
import TenutoSystem

/// A Faust program in one file, built with the installed makefile.
struct FaustFile {
  /// The program's folder, absolute.
  let folder: String
  /// Its name without `.dsp`.
  let name: String
  /// The build folder in the user's cache, since the program's folder may hold anything.
  let buildFolder: String
  private let makefile: String

  /// Determines how to build the program at `path`.
  ///
  /// - Throws: An error with the missing item.
  init(path: String) throws(Failure) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw .work("There is no file \(path); give the path of a Faust program.")
    }
    try Self.requireFaust()
    guard !path.contains(where: { $0 == " " || $0 == "$" || $0 == "#" || $0 == ":" }) else {
      throw .work("make cannot use '\(path)'; choose a path without spaces, '$', '#' and ':'.")
    }
    let file = URL(filePath: path)
    folder = file.deletingLastPathComponent().path
    name = file.deletingPathExtension().lastPathComponent
    let sdk = try SDKFolder.find(option: nil)
    makefile = "\(sdk)/Sources/CxxFaust/faust.mk"
    guard let plugins = PluginCache.standard(environment: Environment.variables) else {
      throw .work("There is no folder for the build; set HOME or XDG_CACHE_HOME.")
    }
    let cache = FileCalls.parent(of: plugins.folder)
    let key = "\(path) \(sdk)".utf8.reduce(UInt64(14_695_981_039_346_656_037)) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    buildFolder = "\(cache)/faust/\(name)-\(String(key, radix: 16))"
  }

  /// - Throws: An error with the missing package if Faust is not installed.
  static func requireFaust() throws(Failure) {
    guard !Environment.hasProgram("faust") else { return }
    throw .work("Faust is not installed; install Debian's package 'faust' and try again.")
  }

  /// The build command.
  var build: [String] {
    ["make", "-f", makefile, "DSP=\(name).dsp", "BUILD=\(buildFolder)"]
  }

  /// The path of the executable.
  var executable: String { "\(buildFolder)/\(name)" }

  /// Detects changes of the program and the libraries that it imports.
  var watch: SourceWatch {
    SourceWatch(
      file: "\(folder)/\(name).dsp", others: "\(buildFolder)/\(name).faust/files")
  }
}
