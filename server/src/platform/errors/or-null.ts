/** Returns null if reading fails, which the caller reports: what others wrote may be anything. */
export const orNull = async <Value>(read: () => Value | Promise<Value>): Promise<Value | null> => {
  try {
    return await read()
  } catch {
    return null
  }
}
