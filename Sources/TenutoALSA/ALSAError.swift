internal import CALSA
internal import Glibc

/// Why the ALSA sequencer cannot be used.
public struct ALSAError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is missing, without a full stop.
  public let reason: String
  /// The shell command that mends it; nil if none does.
  public let command: String?

  /// One sentence: what is missing, and what to do.
  public var description: String { "The ALSA sequencer cannot be used: \(advice)." }

  /// The reason and the command, without a full stop.
  public var advice: String { command.map { "\(reason) (run '\($0)')" } ?? reason }

  /// Describes an error of `calsa_open` and of the system.
  init(code: Int32) {
    switch code {
    case Int32(CALSA_NOT_BUILT):
      self.init("this program was built without libasound2-dev", nil)
    case Int32(CALSA_NOT_INSTALLED):
      self.init("libasound is missing", "sudo apt install libasound2")
    case ENOENT, ENODEV, ENXIO:
      self.init("/dev/snd/seq is missing", "sudo modprobe snd-seq")
    case EACCES, EPERM:
      self.init("/dev/snd/seq may not be opened", "sudo usermod -aG audio $USER")
    default:
      self.init(unsafe String(cString: strerror(code)), nil)
    }
  }

  private init(_ reason: String, _ command: String?) {
    (self.reason, self.command) = (reason, command)
  }
}
