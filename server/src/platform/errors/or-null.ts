/** Returns null if `read` throws: what others wrote may be anything. The caller must report null. */
export const orNull = async <Value>(read: () => Value | Promise<Value>): Promise<Value | null> => {
  try {
    return await read()
  } catch {
    return null
  }
}
