public import TenutoSystem
internal import TenutoTransport

/// Recovers recordings of a host that was killed.
///
/// Thread: control.
public enum TakeRecovery {
  /// The result for one file.
  public struct Outcome: Sendable, Equatable {
    /// The path of the unfinished recording.
    public var path: String
    /// The new path; nil for an empty recording, which was removed.
    public var newPath: String?
    /// The number of readable frames.
    public var frameCount: Int
    /// Frames per second, in Hz.
    public var sampleRate: Int
    /// Whether the file was changed.
    public var isChanged: Bool
  }

  /// Repairs a recording, or all unfinished recordings of a name.
  ///
  /// `path` is an unfinished file, such as `take.wav.part`, or the name of a recording: then every
  /// take of that name is recovered (`take.wav.part`, `take-2.wav.part` …). No file is replaced:
  /// each becomes `take.wav`, or the next free name.
  ///
  /// - Returns: The result for every file.
  /// - Throws: `.fileNotFound`, `.refused` while a host still records, or an error if a file cannot
  ///   be repaired; that file is then unchanged or partly repaired.
  public static func recover(_ path: String) throws(HostError) -> [Outcome] {
    var outcomes: [Outcome] = []
    for (part, name) in TakeName.parts(of: path) { outcomes.append(try recover(part, named: name)) }
    // A file that has just got this name is complete.
    if FileCalls.exists(path), !outcomes.contains(where: { $0.newPath == path }) {
      outcomes.append(try recover(path, named: TakeName.final(path) ?? path))
    }
    guard !outcomes.isEmpty else {
      throw HostError(
        .fileNotFound, "Neither \(path) nor a part of it is there; check the name.")
    }
    return outcomes
  }

  /// Recovers takes of a name that a host has left, as far as possible.
  ///
  /// - Returns: One sentence for each take.
  static func recoverLeft(_ path: String) -> [String] {
    TakeName.parts(of: path).filter { $0.partPath.hasSuffix(TakeFile.ending) }.compactMap {
      part, name in
      do throws(HostError) {
        let outcome = try recover(part, named: name)
        guard let newPath = outcome.newPath else { return nil }
        return "\(part) was left by a host that ended while it recorded; it is \(newPath) now"
      } catch {
        // Another host's running recording needs no recovery.
        return error.code == .refused ? nil : error.message
      }
    }
  }

  private static func recover(_ path: String, named name: String) throws(HostError) -> Outcome {
    let file: TakeFile
    do throws(SystemError) {
      guard let left = try TakeFile.left(at: path, named: name) else {
        throw SystemError("flock", code: 0)
      }
      file = left
    } catch {
      guard error.code != 0 else {
        throw HostError(
          .refused, "\(path) is being recorded, or is not a file; end its host first.")
      }
      throw HostError(.fileWriteFailed, path: path, "cannot be repaired", because: error)
    }
    return try recover(file, from: path)
  }

  /// Bytes of the longest file without sound.
  private static let headerByteCount = 8192

  private static func recover(_ file: TakeFile, from path: String) throws(HostError) -> Outcome {
    let isPart = file.path != path
    let byteCount: Int
    do throws(SystemError) {
      byteCount = try FileBytes(file.number).count
    } catch {
      throw HostError(.fileReadFailed, path: path, "cannot be read", because: error)
    }
    let finding =
      byteCount == 0 && isPart
      ? SoundRepair.Finding(frameCount: 0, sampleRate: 1, isChanged: true)
      : try SoundRepair.repair(file.number, path: path)
    var outcome = Outcome(
      path: path, newPath: path, frameCount: finding.frameCount, sampleRate: finding.sampleRate,
      isChanged: finding.isChanged)
    guard isPart else { return outcome }
    outcome.isChanged = true
    guard finding.frameCount > 0 else {
      guard byteCount <= headerByteCount else {
        throw HostError(.fileInvalid, "\(path) has no readable sound; it stays unchanged.")
      }
      file.removeEmpty()
      outcome.newPath = nil
      return outcome
    }
    do throws(SystemError) {
      outcome.newPath = try file.moveIntoPlace()
    } catch {
      throw HostError(.fileWriteFailed, path: path, "cannot get its name", because: error)
    }
    return outcome
  }
}
