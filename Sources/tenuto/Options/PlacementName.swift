/// On which cores extensions run.
enum PlacementName: String, CaseIterable {
  /// A chain that is handed on has a core; others are the kernel's matter.
  case cores
  /// All are the kernel's matter.
  case free
}
