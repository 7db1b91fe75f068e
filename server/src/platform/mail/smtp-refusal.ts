/** Keywords by what a rejection (5xx) is about: reply codes are ambiguous, and not every server adds an enhanced one. */
const keywords = {
  rate: /too (?:many|quickly|fast|much)|\brate\b|throttl|try (?:again )?later|temporar/i,
  size: /too (?:large|big|long)|(?:message|mail|maximum) size/i,
  recipient:
    /(?:unknown|invalid|no such|non-?existent) (?:local )?(?:user|recipient|mailbox|address|account)|(?:user|recipient|mailbox|account|address) (?:is |was |has been |name )?(?:unknown|not known|not found|not allowed|invalid|disabled|inactive|suspended|closed|does not exist|doesn't exist|no longer)/i,
  us: /relay|rcpthosts|polic|spam|junk|block|blacklist|reputation|dnsbl|\brbl\b|\bspf\b|dkim|dmarc|authenti|authori[sz]ed|denied|prohibit|banned|not allowed|not permitted|quota|\bfull\b|limit|exceed|sender|service|\bhelo\b|\bdns\b|reverse|certificate|tls/i,
} as const

/** Reply codes about the recipient (RFC 5321, 4.2.2; RFC 7504). For 552 (no room) and 554 (anything), the text decides. */
const recipientCodes = new Set([550, 551, 553, 556])

/** Drops addresses quoted in the response: `spam@relay.example` must not match a keyword. */
const withoutAddresses = (answer: string): string =>
  answer
    .split(/\s/)
    .filter((word) => !word.includes('@'))
    .join(' ')

/** The enhanced status code of a line of the response (RFC 2034); IP addresses don't count. */
const enhancedPattern = /^\d{3}[ -]#?([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/m

/** By RFC 3463 and the registry of RFC 5248; undefined where the code is unspecific. */
const isPermanentByStatus = (subject: number, detail: number): boolean | undefined => {
  // Address: the recipient's, except for the sender's (5.1.7, 5.1.8).
  if (subject === 1) return detail !== 7 && detail !== 8
  // Mailbox: disabled, or too small for this mail; a full one (5.2.2) can be emptied.
  if (subject === 2) return detail !== 2
  // Mail system: may be fixed, except that the mail stays too large (5.3.4).
  if (subject === 3) return detail === 4
  // Content: unchanged on the next try.
  if (subject === 6) return true
  // Routing, protocol, security and policy: about us or the system, and may be fixed. 0 is undefined.
  return subject === 0 ? undefined : false
}

const isPermanentByText = (code: number, text: string): boolean => {
  if (keywords.recipient.test(text) || keywords.size.test(text)) return true
  return recipientCodes.has(code) && !keywords.us.test(text)
}

/**
 * Whether a mail server's rejection of a recipient or a text is permanent: true when it is about the recipient (or a mail that their
 * server will never accept), false when it is temporary (4xx) or about us: relaying, policy, rate, setup.
 * `answer` is the whole response, lines with their code. Sources: RFC 5321, RFC 3463, RFC 5248 and its registry.
 */
export const isRefusedForGood = (code: number, answer: string): boolean => {
  if (code < 500) return false
  const text = withoutAddresses(answer)
  if (keywords.rate.test(text)) return false
  const [, kind, subject, detail] = enhancedPattern.exec(answer) ?? []
  if (kind !== undefined && kind !== '5') return false
  const byStatus = kind === undefined ? undefined : isPermanentByStatus(Number(subject), Number(detail))
  return byStatus ?? isPermanentByText(code, text)
}
