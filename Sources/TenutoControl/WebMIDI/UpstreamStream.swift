internal import Glibc
internal import TenutoCore

/// A connection to another site.
///
/// TLS is left to the program `openssl`, which checks the site's certificate.
///
/// Thread: as `SocketStream`.
final class UpstreamStream: Sendable {
  let stream: SocketStream
  /// The program that speaks TLS; nil for a plain connection.
  private let program: pid_t?

  /// Seconds of silence after which reading and connecting time out.
  private static let timeoutSeconds = 10

  /// Connects to a site.
  ///
  /// - Throws: 502 if it does not answer, 500 without `openssl`.
  init(to site: WebOrigin) throws(RequestError) {
    if site.isSecure {
      let (descriptor, program) = try Self.start(Self.arguments(for: site))
      self.program = program
      stream = SocketStream(owning: descriptor, timeoutSeconds: Self.timeoutSeconds)
    } else {
      guard let descriptor = Self.connect(site.host, site.port) else {
        throw RequestError(502, "'\(site.text.printable)' does not answer.")
      }
      program = nil
      stream = SocketStream(owning: descriptor, timeoutSeconds: Self.timeoutSeconds)
    }
  }

  deinit {
    guard let program else { return }
    kill(program, SIGTERM)
    while waitpid(program, nil, 0) < 0 && errno == EINTR {}
  }

  // MARK: - Plain

  /// Connects to the first address of a host that answers; nil if none does.
  private static func connect(_ host: String, _ port: UInt16) -> Int32? {
    // C's structures and lists of addresses.
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return nil }
    defer { unsafe freeaddrinfo(list) }
    var next = unsafe list
    while let entry = unsafe next?.pointee {
      unsafe next = entry.ai_next
      let descriptor = unsafe socket(
        entry.ai_family, entry.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), entry.ai_protocol)
      guard descriptor >= 0 else { continue }
      // It limits the time of `connect` too.
      var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
      _ = unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
      if unsafe Glibc.connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 {
        return descriptor
      }
      close(descriptor)
    }
    return nil
  }

  // MARK: - TLS

  private static func arguments(for site: WebOrigin) -> [String] {
    let isAddress =
      site.authority.hasPrefix("[") || site.host.allSatisfy { "0123456789.".contains($0) }
    let place = site.host.contains(":") ? "[\(site.host)]" : site.host
    // `-quiet` passes all bytes on unchanged, regardless of the first ones.
    return [
      "openssl", "s_client", "-quiet", "-verify_quiet", "-verify_return_error",
      isAddress ? "-verify_ip" : "-verify_hostname", site.host,
    ] + (isAddress ? [] : ["-servername", site.host]) + ["-connect", "\(place):\(site.port)"]
  }

  /// Starts a program with one end of a socket as its input and output; returns the other end.
  private static func start(
    _ arguments: [String]
  ) throws(RequestError) -> (descriptor: Int32, program: pid_t) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw RequestError(500, "A socket cannot be created.")
    }
    defer { close(ends[1]) }
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_RDWR, 0)
    var identifier = pid_t()
    guard unsafe posix_spawnp(&identifier, arguments[0], &actions, nil, &words, environ) == 0
    else {
      close(ends[0])
      throw RequestError(500, "Install '\(arguments[0])' to reach sites over HTTPS.")
    }
    return (ends[0], identifier)
  }
}
