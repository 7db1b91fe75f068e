const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Seconds for which an authenticator app shows a code. */
const period = 30

const bytesOf = (base32: string): Uint8Array<ArrayBuffer> => {
  const bits = [...base32].map((digit) => alphabet.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/**
 * Returns the code that an authenticator app shows (RFC 6238): now, or `steps` codes later. The server accepts the next code, too, so that
 * a test can use two codes without waiting.
 */
export const totpCode = async (secret: string, steps = 0): Promise<string> => {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(Date.now() / 1000 / period) + steps))
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const key = await crypto.subtle.importKey('raw', bytesOf(secret.replaceAll(' ', '')), algorithm, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const offset = mac.getUint8(mac.byteLength - 1) & 15
  return String((mac.getUint32(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
