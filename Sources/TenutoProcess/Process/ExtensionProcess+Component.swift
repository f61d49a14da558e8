package import TenutoComponents
package import TenutoSystem
extension ExtensionProcess {
  /// Starts a component's executable with what the user has granted it.
  package convenience init(
    _ component: Component, environment: [String], sandbox: SandboxPolicy
  ) throws(HostError) {
    var policy = sandbox
    policy.grants.libraryFolders = component.libraryFolders
    policy.grants = policy.grants.addingPackaged(of: component.needs)
    var notes: [String] = []
    let needs = component.needs.withoutPackaged
    if policy.mode != .off && !needs.isEmpty {
      if try GrantStore.standard?.covers(component) ?? false {
        policy.grants = policy.grants.adding(needs)
      } else {
        let needs = needs.phrases.joined(separator: ", ")
        notes.append(
          "'\(component.code)' asks to \(needs), which was not granted; "
            + "it starts without, and 'tenuto grant '\(component.code)'' grants it.")
      }
    }
    try self.init(
      executablePath: component.executablePath, environment: environment, sandbox: policy,
      notes: notes)
  }
}
