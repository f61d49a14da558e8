import TenutoComponents
import TenutoCore
import TenutoSession
import TenutoSystem

/// Computes a digest of everything that the output of a job depends on.
struct JobInputs: Sendable {
  let scan: Registry.Scan

  /// Returns a digest of a job's options, of all files that it reads, of the states and executables
  /// of its extensions, and of this program's version.
  ///
  /// It holds no absolute path, so that it is the same on another machine. A user's preset and the
  /// files of an LV2 or CLAP plug-in are not part of it.
  func digest(of job: RenderJob) -> String {
    var inputs = job.inputs
    var parts = [Version.current] + job.words
    for path in inputs.files where path.isSessionFile {
      let file = SessionFile(path)
      guard let session = (try? file.load())?.session else { continue }
      for node in session.nodes {
        switch node.kind {
        case .component(let code): inputs.codes.append(code)
        case .fileInput(let path, _): inputs.files.append(file.absolute(path))
        case .song(let song): inputs.files.append(file.absolute(song.path))
        default: break
        }
        if let state = node.state { parts.append(SHA256.hexadecimal(of: state.encoded())) }
      }
    }
    let executables = inputs.codes.compactMap { try? scan.component($0).executablePath }
    parts += (inputs.files + executables).map { SHA256Text.digest(ofFile: $0) ?? "missing" }
    return SHA256.hexadecimal(of: Array(parts.joined(separator: "\n").utf8))
  }
}

extension String {
  /// Whether it is the name of a session's file.
  var isSessionFile: Bool { hasSuffix(".yaml") || hasSuffix(".yml") }
}
