/// The cores that extensions run on.
enum PlacementName: String, CaseIterable {
  /// Each chain with a direct handover has a core; the kernel places other extensions.
  case cores
  /// The kernel places all extensions.
  case free
}
