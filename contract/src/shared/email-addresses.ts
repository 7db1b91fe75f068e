type Address = string | null | undefined

/** Returns the form in which e-mail addresses are compared: the whole address in lower case. */
export const addressKey = (address: string): string => address.toLowerCase()

const keyOrNull = (address: Address): string | null => (address ? addressKey(address) : null)

/** Returns true if both are spellings of the same address, or both are missing. */
export const isSameAddress = (address: Address, other: Address): boolean => keyOrNull(address) === keyOrNull(other)

/** Removes repeated addresses. An address keeps its first position, but gets its last spelling. */
export const distinctAddresses = <One extends string | null>(addresses: readonly One[]): One[] => [
  ...new Map(addresses.map((address) => [keyOrNull(address), address])).values(),
]
