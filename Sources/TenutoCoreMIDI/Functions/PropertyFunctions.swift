/// Gets a string property of an object, its own or an inherited one.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
///   - str: Gets the value; the caller's to release, as Core MIDI's rule is.
/// - Returns: `noErr`, `kMIDIObjectNotFound`, `kMIDIUnknownProperty` or `kMIDIWrongPropertyType`.
@discardableResult
public func MIDIObjectGetStringProperty(
  _ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible,
  _ str: UnsafeMutablePointer<Unmanaged<CFString>?>
) -> OSStatus {
  get(obj, propertyID.cfString, \.string) { unsafe str.pointee = Unmanaged($0) }
}

/// Sets a string property of an object.
///
/// Other programs see the name, manufacturer and model of this process's endpoints; the properties
/// of other programs' objects cannot be changed. All properties of an external object are kept for
/// all programs of the user. Other properties are kept in this process.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
///   - str: The value.
/// - Returns: `noErr`, `kMIDIObjectNotFound`, `kMIDIWrongPropertyType` or `kMIDINotPermitted`; for an
///   external object also as `MIDISetupAddExternalDevice`.
@discardableResult
public func MIDIObjectSetStringProperty(
  _ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible, _ str: some CFStringConvertible
) -> OSStatus {
  Setup.shared.set(obj, propertyID.cfString, .string(str.cfString))
}

/// Gets an integer property of an object, its own or an inherited one.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
///   - outValue: Gets the value.
/// - Returns: As `MIDIObjectGetStringProperty`.
@discardableResult
public func MIDIObjectGetIntegerProperty(
  _ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible,
  _ outValue: UnsafeMutablePointer<Int32>
) -> OSStatus {
  get(obj, propertyID.cfString, \.integer) { unsafe outValue.pointee = $0 }
}

/// Sets an integer property of an object.
///
/// Other programs find this process's endpoints by unique id; restore it right after the endpoint
/// is created. `kMIDIPropertyConnectionUniqueID`, of any object, is kept for all programs of the
/// user.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
///   - value: The value.
/// - Returns: As `MIDIObjectSetStringProperty`, or `kMIDIIDNotUnique`.
@discardableResult
public func MIDIObjectSetIntegerProperty(
  _ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible, _ value: Int32
) -> OSStatus {
  Setup.shared.set(obj, propertyID.cfString, .integer(value))
}

/// Gets a data property of an object, its own or an inherited one.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
///   - outData: Gets the value, the caller's to release.
/// - Returns: As `MIDIObjectGetStringProperty`.
@discardableResult
public func MIDIObjectGetDataProperty(
  _ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible,
  _ outData: UnsafeMutablePointer<Unmanaged<CFData>?>
) -> OSStatus {
  get(obj, propertyID.cfString, \.data) { unsafe outData.pointee = .passRetained($0) }
}

/// Sets a data property of an object, kept as an integer property is.
///
/// `kMIDIPropertyConnectionUniqueID` takes several ids, each of 32 bits, the highest first.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
///   - data: The value.
/// - Returns: As `MIDIObjectSetStringProperty`.
@discardableResult
public func MIDIObjectSetDataProperty(
  _ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible, _ data: CFData
) -> OSStatus {
  Setup.shared.set(obj, propertyID.cfString, .data(data))
}

/// Gets a dictionary property of an object, its own or an inherited one.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
///   - outDict: Gets the value, the caller's to release.
/// - Returns: As `MIDIObjectGetStringProperty`.
@discardableResult
public func MIDIObjectGetDictionaryProperty(
  _ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible,
  _ outDict: UnsafeMutablePointer<Unmanaged<CFDictionary>?>
) -> OSStatus {
  get(obj, propertyID.cfString, \.dictionary) { unsafe outDict.pointee = Unmanaged($0) }
}

/// Sets a dictionary property of an object, kept as a string property is.
///
/// That of an external object may be 16 deep, and is refused with `paramErr` if it holds anything
/// but strings, integers, data, dictionaries and arrays.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
///   - dict: The value.
/// - Returns: As `MIDIObjectSetStringProperty`.
@discardableResult
public func MIDIObjectSetDictionaryProperty(
  _ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible, _ dict: CFDictionary
) -> OSStatus {
  Setup.shared.set(obj, propertyID.cfString, .dictionary(dict))
}

/// Gets all of an object's own properties, as a dictionary.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - outProperties: Gets the dictionary, the caller's to release.
///   - deep: Whether to include those of the contained objects, under `entities`, `sources`,
///     `destinations`.
/// - Returns: `noErr` or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectGetProperties(
  _ obj: MIDIObjectRef, _ outProperties: UnsafeMutablePointer<Unmanaged<CFPropertyList>?>,
  _ deep: Bool
) -> OSStatus {
  guard let list = Setup.shared.propertyList(obj, deep: deep) else { return kMIDIObjectNotFound }
  unsafe outProperties.pointee = Unmanaged(list)
  return noErr
}

/// Removes a property that was set on an object.
///
/// Thread: any but render.
///
/// - Parameters:
///   - obj: A device, entity or endpoint.
///   - propertyID: The key.
/// - Returns: `noErr`, `kMIDIObjectNotFound`, `kMIDIUnknownProperty`, or `kMIDINotPermitted` for
///   mandatory properties; for an external object also as `MIDISetupAddExternalDevice`.
@discardableResult
public func MIDIObjectRemoveProperty(_ obj: MIDIObjectRef, _ propertyID: some CFStringConvertible)
  -> OSStatus
{
  Setup.shared.removeProperty(obj, propertyID.cfString)
}

/// Finds a present object, or an external one of the setup, by its unique id.
///
/// Thread: any but render.
///
/// - Parameters:
///   - inUniqueID: The id.
///   - outObject: Gets the object, or 0; may be nil.
///   - outObjectType: Gets its type; may be nil.
/// - Returns: `noErr` or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIObjectFindByUniqueID(
  _ inUniqueID: MIDIUniqueID, _ outObject: UnsafeMutablePointer<MIDIObjectRef>?,
  _ outObjectType: UnsafeMutablePointer<MIDIObjectType>?
) -> OSStatus {
  unsafe outObject?.pointee = 0
  guard let found = Setup.shared.find(inUniqueID) else { return kMIDIObjectNotFound }
  unsafe outObject?.pointee = found.ref
  unsafe outObjectType?.pointee = found.type
  return noErr
}

private func get<Value>(
  _ ref: MIDIObjectRef, _ key: CFString, _ type: KeyPath<PropertyValue, Value?>,
  _ store: (Value) -> Void
) -> OSStatus {
  guard let object = Setup.shared.object(ref), object.type != nil else {
    return kMIDIObjectNotFound
  }
  guard let value = object.property(key) else { return kMIDIUnknownProperty }
  guard let wanted = value[keyPath: type] else { return kMIDIWrongPropertyType }
  store(wanted)
  return noErr
}
