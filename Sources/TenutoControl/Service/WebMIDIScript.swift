/// The Web MIDI script with a fixed host address, for pages that do not load it from a host.
package enum WebMIDIScript {
  /// Returns the script for a host at an address such as `http://127.0.0.1:8080`.
  package static func text(host: String) -> String {
    text(of: PageServer.scriptName, with: host, for: "@ADDRESS@")
  }

  /// Returns the script that leads the WebSockets of a site through its proxy.
  static func sockets(of site: WebOrigin) -> String {
    text(of: "sitesockets.js", with: site.text, for: "@SITE@")
  }

  /// Returns an embedded script with an address in place of a mark.
  private static func text(of name: String, with address: String, for mark: String) -> String {
    let bytes = PageFiles(folder: nil).file(at: name)?.bytes ?? []
    return String(decoding: bytes, as: UTF8.self)
      .replacing(mark, with: address, maxReplacements: 1)
  }

  /// Returns the files of a browser extension, by name; it runs the script in each page before the
  /// page's own scripts.
  package static func files(host: String) -> [(name: String, text: String)] {
    let script = text(host: host)
    let manifest = """
      {
        "manifest_version": 3,
        "name": "Tenuto Web MIDI",
        "version": "1.0.0",
        "description": "Web MIDI by the Tenuto host at \(host).",
        "browser_specific_settings": {"gecko": {"id": "web-midi@tenuto", "strict_min_version": "128.0"}},
        "content_scripts": [{
          "matches": ["http://*/*", "https://*/*"],
          "js": ["webmidi.js"],
          "run_at": "document_start",
          "world": "MAIN",
          "all_frames": true
        }]
      }

      """
    let head = """
      // ==UserScript==
      // @name        Tenuto Web MIDI
      // @description Web MIDI by the Tenuto host at \(host).
      // @version     1.0.0
      // @match       http://*/*
      // @match       https://*/*
      // @run-at      document-start
      // @inject-into page
      // @grant       none
      // ==/UserScript==

      """
    return [
      ("manifest.json", manifest), (PageServer.scriptName, script),
      ("tenuto.user.js", head + script),
    ]
  }
}
