// What the functions of this module take and give, for packages that import it alone.
@_exported public import TenutoCore
@_exported public import TenutoMIDI
@_exported public import TenutoTransport
