// Everything a host needs in one import: its modules, and the types of their functions.
@_exported public import TenutoComponents
@_exported public import TenutoCore
@_exported public import TenutoMIDI
@_exported public import TenutoProcess
@_exported public import TenutoRender
@_exported public import TenutoSupervision
@_exported public import TenutoSystem
@_exported public import TenutoTransport
