type Address = string | null | undefined

/** The form in which e-mail addresses are compared: the whole address in lower case. */
export const addressKey = (address: string): string => address.toLowerCase()

const keyOrNull = (address: Address): string | null => (address ? addressKey(address) : null)

/** Returns true for two spellings of one address, and when both are missing. */
export const isSameAddress = (address: Address, other: Address): boolean => keyOrNull(address) === keyOrNull(other)

/** Returns each address once: in the place of its first spelling, with its last spelling. */
export const distinctAddresses = <One extends string | null>(addresses: readonly One[]): One[] => [
  ...new Map(addresses.map((address) => [keyOrNull(address), address])).values(),
]
