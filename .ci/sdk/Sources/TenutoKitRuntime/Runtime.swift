// Links what the built modules import.
import Glibc
import Synchronization
