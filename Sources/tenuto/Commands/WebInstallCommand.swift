import ArgumentParser
import TenutoControl
import TenutoCore
import TenutoSystem

/// `tenuto web install`: writes a browser extension that gives MIDI to every page.
struct WebInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Writes a browser extension that gives MIDI to every page.",
    discussion: """
      FOLDER gets an unpacked extension (Chromium: chrome://extensions, Developer mode, Load \
      unpacked; Firefox 128 or newer: about:debugging, Load Temporary Add-on) and, inside it, \
      'tenuto.user.js', a user script for Violentmonkey and similar. Both connect to the host at \
      the given port: start it with '--web=PORT', or use 'tenuto open --port PORT'. Each site \
      needs its own permission: 'tenuto web permissions'.

      EXAMPLE:
        tenuto web install --port 8080 tenuto-web-midi
      """)

  @Option(help: ArgumentHelp("The port at which the host serves its page.", valueName: "number"))
  var port: UInt16

  @Argument(help: ArgumentHelp("A new folder.", valueName: "folder"))
  var folder: String

  func validate() throws {
    if port == 0 { throw ValidationError("choose a '--port' from 1 to 65535") }
  }

  func run() throws {
    guard !FileCalls.exists(folder) else {
      throw Failure.work("'\(folder.printable)' exists already; choose another folder.")
    }
    let files = WebMIDIScript.files(host: "http://127.0.0.1:\(port)")
    do {
      try FileCalls.makeFolders(folder)
      for (name, text) in files {
        try FileCalls.overwrite("\(folder)/\(name)", Array(text.utf8))
      }
    } catch {
      throw Failure.work("'\(folder.printable)' cannot be written: \(error).")
    }
    try Output.line("Wrote \(folder.printable).")
  }
}
