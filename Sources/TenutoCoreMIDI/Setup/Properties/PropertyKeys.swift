// MARK: - Identification

/// The name of a device, entity or endpoint; a string.
public let kMIDIPropertyName: CFString = "name"

/// The manufacturer of a device; a string.
public let kMIDIPropertyManufacturer: CFString = "manufacturer"

/// The model of a device; a string.
public let kMIDIPropertyModel: CFString = "model"

/// The number that survives restarts and renames; an integer.
public let kMIDIPropertyUniqueID: CFString = "uniqueID"

/// The system exclusive id that the user sees, 0 to 127; an integer.
public let kMIDIPropertyDeviceID: CFString = "deviceID"

/// The display name for users, unique even if names are not; a string.
public let kMIDIPropertyDisplayName: CFString = "displayName"

/// The path of a picture of a device; a string.
public let kMIDIPropertyImage: CFString = "image"

// MARK: - Status

/// Whether the object is away: 1 or 0.
public let kMIDIPropertyOffline: CFString = "offline"

/// Whether the endpoint is hidden from other programs: 1 or 0.
public let kMIDIPropertyPrivate: CFString = "private"

/// The driver that has the device; a string.
public let kMIDIPropertyDriverOwner: CFString = "driverOwner"

/// The version of that driver's interface; an integer.
public let kMIDIPropertyDriverVersion: CFString = "driverVersion"

/// The path of a program that sets a device up; a string.
public let kMIDIPropertyDriverDeviceEditorApp: CFString = "driverDeviceEditorApp"

/// The unique ids of the external objects on the object's cable; an integer, or data of several.
public let kMIDIPropertyConnectionUniqueID: CFString = "connUniqueID"

/// The unique id of the endpoint of the other direction; an integer.
public let kMIDIPropertyAssociatedEndpoint: CFString = "associated endpoint"

/// The protocol that an endpoint speaks natively, a `MIDIProtocolID`; an integer.
public let kMIDIPropertyProtocolID: CFString = "protocol"

/// The groups that an endpoint uses, a bit for each; an integer.
public let kMIDIPropertyUMPActiveGroupBitmap: CFString = "umpGroupBitmap"

/// Whether an endpoint sends messages without a group: 1 or 0.
public let kMIDIPropertyUMPCanTransmitGroupless: CFString = "umpGroupless"

// MARK: - Timing

/// The recommended lead time for sending to the object, in microseconds; an integer.
public let kMIDIPropertyAdvanceScheduleTimeMuSec: CFString = "advanceScheduleTimeMuSec"

/// The maximum rate of SysEx to the object, in bytes per second; an integer.
public let kMIDIPropertyMaxSysExSpeed: CFString = "maxSysExSpeed"

/// The entity that realtime messages seem to come from; an integer.
public let kMIDIPropertySingleRealtimeEntity: CFString = "singleRealtimeEntity"

// MARK: - Connections

/// Whether the device routes between other devices: 1 or 0.
public let kMIDIPropertyCanRoute: CFString = "canRoute"

/// Whether the endpoint sends to all other endpoints of its device: 1 or 0.
public let kMIDIPropertyIsBroadcast: CFString = "broadcast"

/// Whether the entity has no external connectors: 1 or 0.
public let kMIDIPropertyIsEmbeddedEntity: CFString = "embedded"

// MARK: - Roles

/// Whether it plays samples: 1 or 0.
public let kMIDIPropertyIsSampler: CFString = "isSampler"

/// Whether it is a drum machine: 1 or 0.
public let kMIDIPropertyIsDrumMachine: CFString = "isDrumMachine"

/// Whether it mixes: 1 or 0.
public let kMIDIPropertyIsMixer: CFString = "isMixer"

/// Whether it is an effect: 1 or 0.
public let kMIDIPropertyIsEffectUnit: CFString = "isEffectUnit"

/// Whether panning a stereo sound spoils it: 1 or 0.
public let kMIDIPropertyPanDisruptsStereo: CFString = "panDisruptsStereo"

// MARK: - Capabilities

/// Whether it has General MIDI's sounds: 1 or 0.
public let kMIDIPropertySupportsGeneralMIDI: CFString = "supportsGeneralMIDI"

/// Whether it knows MIDI Machine Control: 1 or 0.
public let kMIDIPropertySupportsMMC: CFString = "supportsMMC"

/// Whether it knows MIDI Show Control: 1 or 0.
public let kMIDIPropertySupportsShowControl: CFString = "supportsShowControl"

/// The channels that it receives, a bit for each; an integer.
public let kMIDIPropertyReceiveChannels: CFString = "receiveChannels"

/// The channels that it sends, a bit for each; an integer.
public let kMIDIPropertyTransmitChannels: CFString = "transmitChannels"

/// The number of channels that it receives at once; an integer.
public let kMIDIPropertyMaxReceiveChannels: CFString = "maxReceiveChannels"

/// The number of channels that it sends at once; an integer.
public let kMIDIPropertyMaxTransmitChannels: CFString = "maxTransmitChannels"

/// Whether it receives beat clock: 1 or 0.
public let kMIDIPropertyReceivesClock: CFString = "receivesClock"

/// Whether it receives time code: 1 or 0.
public let kMIDIPropertyReceivesMTC: CFString = "receivesMTC"

/// Whether it receives notes: 1 or 0.
public let kMIDIPropertyReceivesNotes: CFString = "receivesNotes"

/// Whether it receives program changes: 1 or 0.
public let kMIDIPropertyReceivesProgramChanges: CFString = "receivesProgramChanges"

/// Whether it receives controller 0: 1 or 0.
public let kMIDIPropertyReceivesBankSelectMSB: CFString = "receivesBankSelectMSB"

/// Whether it receives controller 32: 1 or 0.
public let kMIDIPropertyReceivesBankSelectLSB: CFString = "receivesBankSelectLSB"

/// Whether it sends beat clock: 1 or 0.
public let kMIDIPropertyTransmitsClock: CFString = "transmitsClock"

/// Whether it sends time code: 1 or 0.
public let kMIDIPropertyTransmitsMTC: CFString = "transmitsMTC"

/// Whether it sends notes: 1 or 0.
public let kMIDIPropertyTransmitsNotes: CFString = "transmitsNotes"

/// Whether it sends program changes: 1 or 0.
public let kMIDIPropertyTransmitsProgramChanges: CFString = "transmitsProgramChanges"

/// Whether it sends controller 0: 1 or 0.
public let kMIDIPropertyTransmitsBankSelectMSB: CFString = "transmitsBankSelectMSB"

/// Whether it sends controller 32: 1 or 0.
public let kMIDIPropertyTransmitsBankSelectLSB: CFString = "transmitsBankSelectLSB"

// MARK: - Names of patches, notes and controllers

/// The location of the names that a device uses; a dictionary.
public let kMIDIPropertyNameConfiguration: CFString = "nameConfiguration"

/// The location of the names that a device uses, with its files by path; a dictionary.
public let kMIDIPropertyNameConfigurationDictionary: CFString = "nameConfigurationDictionary"

/// Out of use since 2002; data.
public let kMIDIPropertyFactoryPatchNameFile: CFString = "factoryPatches"

/// Out of use since 2002; data.
public let kMIDIPropertyUserPatchNameFile: CFString = "userPatches"
