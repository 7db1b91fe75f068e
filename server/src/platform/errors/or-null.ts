/** Returns the result of `read`, or null if it throws: data from others may be invalid. The caller must report the null. */
export const orNull = async <Value>(read: () => Value | Promise<Value>): Promise<Value | null> => {
  try {
    return await read()
  } catch {
    return null
  }
}
