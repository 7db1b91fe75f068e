type Address = string | null | undefined

/** The form in which e-mail addresses are compared: as a whole, in any case. */
export const addressKey = (address: string): string => address.toLowerCase()

const keyOrNull = (address: Address): string | null => (address ? addressKey(address) : null)

/** Returns true for two spellings of one address, and when both are missing. */
export const isSameAddress = (address: Address, other: Address): boolean => keyOrNull(address) === keyOrNull(other)

/** Each address once, at its first place and in its last spelling. */
export const distinctAddresses = <One extends string | null>(addresses: readonly One[]): One[] => [
  ...new Map(addresses.map((address) => [keyOrNull(address), address])).values(),
]
