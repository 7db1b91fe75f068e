/** The first file attached to a raw mail in base64, byte for byte: readers of mail change the line ends of a text. */
export const attachedFile = (raw: Buffer): string => {
  const part = /\r\nContent-Disposition: attachment;.*?\r\n\r\n([\w+/=\r\n]+)/s.exec(raw.toString('latin1'))?.[1]
  if (!part) throw new Error('No file is attached')
  return Buffer.from(part, 'base64').toString()
}
