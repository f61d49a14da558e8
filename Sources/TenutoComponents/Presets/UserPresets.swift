internal import Glibc
public import TenutoCore
public import TenutoSystem
internal import TenutoTransport

/// The presets that a user has saved: one readable file each, in one folder per component.
///
/// A file is named after its preset, such as `aumu saw1 Tnto/Warm Pad.json`; unsafe
/// characters are replaced, and the real name is inside. A file appears complete or not at all.
///
/// Thread: control. Several programs may use the same folder.
///
/// The corresponding Audio Unit property is `userPresets`.
public struct UserPresets: Sendable, Equatable {
  /// The folder that contains the components' folders; it need not exist.
  public let folder: String

  /// Keeps presets in `folder`.
  public init(folder: String) { self.folder = folder }

  /// The standard folder: `$XDG_DATA_HOME/tenuto/presets`, by default
  /// `~/.local/share/tenuto/presets`.
  ///
  /// - Parameter environment: The variables of the process's environment.
  /// - Returns: Nil without a home.
  public static func standard(environment: [String: String]) -> UserPresets? {
    // The XDG base directory specification requires ignoring relative paths.
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return UserPresets(folder: data + "/tenuto/presets")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return UserPresets(folder: home + "/.local/share/tenuto/presets")
  }

  /// The presets of a component; a file that cannot be used becomes a problem, never a failure.
  public func list(for component: ComponentCode) -> UserPresetList {
    var list = UserPresetList()
    let folder = folder(of: component)
    guard FileCalls.status(folder)?.isFolder == true else { return list }
    do throws(SystemError) {
      for file in try FileCalls.names(in: folder) where Self.isPreset(file) {
        do throws(HostError) {
          let path = "\(folder)/\(file)"
          list.presets.append(
            UserPresetList.Entry(name: try read(path, of: component).name, path: path))
        } catch {
          list.problems.append(error)
        }
      }
    } catch {
      list.problems.append(
        HostError(.fileReadFailed, path: folder, "cannot be listed", because: error))
    }
    list.presets.sort { ($0.name, $0.path) < ($1.name, $1.path) }
    return list
  }

  /// Reads a preset for the current version of `component`.
  ///
  /// Parameters that no longer exist are omitted with a warning. Values are clamped to the current
  /// ranges. `Instance.restore` sets parameters that the file does not name.
  ///
  /// - Throws: `.fileNotFound`, `.presetInvalid`, `.fileReadFailed`.
  public func load(
    _ name: String, for component: ComponentDescription
  ) throws(HostError) -> UserPreset {
    try read(try path(of: name, component.code), of: component.code).preset(for: component)
  }

  /// Saves a state under a name.
  ///
  /// - Parameters:
  ///   - state: The state to save.
  ///   - name: Its name, 1...255 bytes without control characters.
  ///   - component: The component of the state, which gives the parameters their identifiers.
  ///   - overwrite: Whether a preset of that name may be replaced.
  /// - Returns: The file's path.
  /// - Throws: `.presetExists`, `.presetInvalid` for an invalid name, `.stateRefused`
  ///   for the state of another component, `.fileWriteFailed`.
  @discardableResult
  public func save(
    _ state: ComponentState, as name: String, for component: ComponentDescription,
    overwrite: Bool = false
  ) throws(HostError) -> String {
    guard state.code == component.code else {
      throw HostError(.stateRefused, "The state is of '\(state.code)', not '\(component.code)'.")
    }
    try PresetName.check(name)
    let file = PresetFile(name: name, state: state, component: component)
    return try alone(component.code) { () throws(HostError) in
      try write(file, overwrite: overwrite)
    }
  }

  /// Renames a preset.
  ///
  /// - Throws: `.fileNotFound`, `.presetExists` if the new name is taken, and as `save`.
  public func rename(
    _ name: String, to newName: String, of component: ComponentCode
  ) throws(HostError) {
    try PresetName.check(newName)
    try alone(component) { () throws(HostError) in
      let oldPath = try path(of: name, component)
      var file = try read(oldPath, of: component)
      file.name = newName
      let path = try write(file, overwrite: PresetName.isSame(name, newName))
      if path != oldPath { try remove(oldPath) }
    }
  }

  /// Deletes a preset.
  ///
  /// - Throws: `.fileNotFound`, `.fileWriteFailed`.
  public func delete(_ name: String, of component: ComponentCode) throws(HostError) {
    try alone(component) { () throws(HostError) in try remove(try path(of: name, component)) }
  }
}

// MARK: - Files

extension UserPresets {
  private func folder(of component: ComponentCode) -> String {
    "\(folder)/\(component.folderName)"
  }

  private static func isPreset(_ file: String) -> Bool {
    file.hasSuffix(PresetName.ending) && !file.hasPrefix(".")
  }

  /// The file with that file name, or the file with that name inside.
  private func path(of name: String, _ component: ComponentCode) throws(HostError) -> String {
    let path = "\(folder(of: component))/\(PresetName.file(for: name))"
    if FileCalls.exists(path) { return path }
    let list = list(for: component)
    guard let entry = list.presets.first(where: { PresetName.isSame($0.name, name) }) else {
      throw HostError(
        .fileNotFound,
        "There is no preset '\(ManifestCheck.printable(name))' of '\(component)' in \(folder).")
    }
    return entry.path
  }

  private func read(_ path: String, of component: ComponentCode) throws(HostError) -> PresetFile {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileCalls.read(path, limit: PresetFile.maximumSize)
    } catch {
      throw HostError(.fileReadFailed, path: path, "cannot be read", because: error)
    }
    let file = try PresetFile(parsing: bytes, path: path)
    guard file.code == component else {
      throw HostError(
        .presetInvalid, "\(path): component is '\(file.code)', but the folder's '\(component)'.")
    }
    return file
  }

  /// Runs `body` with a component's folder locked, which is created if missing.
  private func alone<T>(
    _ component: ComponentCode, _ body: () throws(HostError) -> T
  ) throws(HostError) -> T {
    let folder = folder(of: component)
    let lock: Descriptor
    do throws(SystemError) {
      try FileCalls.makeFolders(folder)
      lock = try FileCalls.lock(folder)
    } catch {
      throw HostError(.fileWriteFailed, path: folder, "cannot be used", because: error)
    }
    let result = Result { () throws(HostError) in try body() }
    FileCalls.unlock(lock)
    return try result.get()
  }

  private func write(_ file: PresetFile, overwrite: Bool) throws(HostError) -> String {
    let known = try? path(of: file.name, file.code)
    guard known == nil || overwrite else {
      throw HostError(
        .presetExists,
        "There is a preset '\(file.name)' of '\(file.code)' already; choose another name.")
    }
    let path = known ?? "\(folder(of: file.code))/\(PresetName.file(for: file.name))"
    let bytes = try file.serialized(path: path)
    _ = try PresetFile(parsing: bytes, path: path)
    let temporary = try TemporaryFile(for: path)
    do throws(SystemError) {
      try FileCalls.append(bytes, to: temporary.descriptor)
      try temporary.moveIntoPlace()
    } catch {
      throw HostError(.fileWriteFailed, path: path, "cannot be written", because: error)
    }
    return path
  }

  private func remove(_ path: String) throws(HostError) {
    do throws(SystemError) {
      try FileCalls.remove(path)
    } catch {
      throw HostError(.fileWriteFailed, path: path, "cannot be removed", because: error)
    }
  }
}

extension FileCalls {
  /// Writes all of `bytes` to an open file.
  fileprivate static func append(
    _ bytes: [UInt8], to file: borrowing Descriptor
  ) throws(SystemError) {
    let number = file.number
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try checkCount("write") {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
      }
      rest = rest.dropFirst(count)
    }
  }
}
