internal import Glibc
internal import Synchronization
internal import TenutoSystem

/// The pages that extensions bring: static files in the folder `page` of their bundles.
///
/// They are shown in a frame without an origin, which sends no cookie. An unguessable address admits it to
/// the files of one bundle instead.
///
/// Thread: any but render.
final class ExtensionPages: Sendable {
  private struct State {
    var secrets: [String: String] = [:]
    var folders: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// The first word of the addresses.
  static let root = "extension"
  /// The file that a page begins with.
  static let start = "index.html"

  /// The folder of a bundle's page; nil without a page.
  static func folder(ofBundle path: String) -> String? {
    guard !path.isEmpty else { return nil }
    let folder = "\(path)/page"
    return FileCalls.status("\(folder)/\(start)")?.isRegular == true ? folder : nil
  }

  /// The path at which the files of a folder are served, with a slash at its end.
  func path(of folder: String) -> String {
    let secret = state.withLock { state in
      if let known = state.secrets[folder] { return known }
      let secret = WebAccess.secret()
      (state.secrets[folder], state.folders[secret]) = (secret, folder)
      return secret
    }
    return "/\(Self.root)/\(secret)/"
  }

  /// Returns the answer to a request for a file of a page at `host`, such as `127.0.0.1:8080`; nil for
  /// other requests.
  func answer(_ request: HTTPRequest, host: String) -> HTTPResponse? {
    guard request.method == "GET", request.path.first == Self.root, request.path.count >= 3,
      let folder = state.withLock({ $0.folders[request.path[1]] })
    else { return nil }
    let name = request.path.dropFirst(2).joined(separator: "/")
    guard let file = Self.file(name, in: folder) else {
      return HTTPResponse(RequestError(404, "The page has no such file."))
    }
    var response = HTTPResponse(file)
    response.headers.merge(Self.headers("http://\(host)/\(Self.root)/\(request.path[1])/")) { $1 }
    return response
  }

  /// A file of the folder; links that lead outside of it are refused.
  private static func file(_ name: String, in folder: String) -> PageFiles.File? {
    guard let root = real(folder), let path = real("\(folder)/\(name)"),
      path.hasPrefix(root + "/")
    else { return nil }
    return PageFiles(folder: folder).file(at: name)
  }

  private static func real(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// The headers that restrict the page to its files and messages: no origin, no network, no other
  /// frame.
  private static func headers(_ place: String) -> [String: String] {
    [
      "Content-Security-Policy":
        "default-src 'none'; script-src \(place); style-src \(place) 'unsafe-inline'; "
        + "img-src \(place) data: blob:; font-src \(place); media-src \(place) data: blob:; "
        + "connect-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; "
        + "sandbox allow-scripts",
      // A document without an origin loads its scripts as from another one.
      "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin",
      "Cache-Control": "no-cache",
      "Permissions-Policy": "camera=(), microphone=(), geolocation=(), midi=(), usb=()",
    ]
  }
}
