/** Returns the first base64 attachment of a raw mail, byte for byte: mail parsers change the line ends of texts. */
export const attachedFile = (raw: Buffer): string => {
  const part = /\r\nContent-Disposition: attachment;.*?\r\n\r\n([\w+/=\r\n]+)/s.exec(raw.toString('latin1'))?.[1]
  if (!part) throw new Error('No file is attached')
  return Buffer.from(part, 'base64').toString()
}
