/** What a refusal (5xx) says about whom, where the words decide: the reply code has many meanings, and not every server adds an enhanced one. */
const clues = {
  rate: /too (?:many|quickly|fast|much)|\brate\b|throttl|try (?:again )?later|temporar/i,
  size: /too (?:large|big|long)|(?:message|mail|maximum) size/i,
  recipient:
    /(?:unknown|invalid|no such|non-?existent) (?:local )?(?:user|recipient|mailbox|address|account)|(?:user|recipient|mailbox|account|address) (?:is |was |has been |name )?(?:unknown|not known|not found|not allowed|invalid|disabled|inactive|suspended|closed|does not exist|doesn't exist|no longer)/i,
  us: /relay|rcpthosts|polic|spam|junk|block|blacklist|reputation|dnsbl|\brbl\b|\bspf\b|dkim|dmarc|authenti|authori[sz]ed|denied|prohibit|banned|not allowed|not permitted|quota|\bfull\b|limit|exceed|sender|service|\bhelo\b|\bdns\b|reverse|certificate|tls/i,
} as const

/** Bare codes that name the recipient (RFC 5321, 4.2.2; RFC 7504). Of 552 (no room) and 554 (anything), the words decide. */
const recipientCodes = new Set([550, 551, 553, 556])

/** Addresses that an answer repeats are no words of it: `spam@relay.example` is a recipient like any other. */
const wordsOf = (answer: string): string =>
  answer
    .split(/\s/)
    .filter((word) => !word.includes('@'))
    .join(' ')

/** The enhanced status code of a line of the answer (RFC 2034); IP addresses don't count. */
const enhancedPattern = /^\d{3}[ -]#?([245])\.(\d{1,3})\.(\d{1,3})(?!\.?\d)/m

/** By RFC 3463 and the registry of RFC 5248; undefined where the code says nothing. */
const finalByStatus = (subject: number, detail: number): boolean | undefined => {
  // Address: the recipient's, unless it is about the sender's (5.1.7, 5.1.8).
  if (subject === 1) return detail !== 7 && detail !== 8
  // Mailbox: disabled, or too small for this mail; a full one (5.2.2) can be emptied.
  if (subject === 2) return detail !== 2
  // Mail system: it may be repaired, but no mail becomes smaller (5.3.4).
  if (subject === 3) return detail === 4
  // Content: it is the same at the next try.
  if (subject === 6) return true
  // Routing, protocol, security and policy: ours or the system's, and may be put right. 0 is undefined.
  return subject === 0 ? undefined : false
}

const finalByWords = (code: number, words: string): boolean => {
  if (clues.recipient.test(words) || clues.size.test(words)) return true
  return recipientCodes.has(code) && !clues.us.test(words)
}

/**
 * Whether a mail server's refusal of a recipient or a text holds for good: true when it is about the recipient (or a mail that
 * no server of theirs will ever take), false when it is temporary (4xx) or about us: relaying, policy, rate, setup.
 * `answer` is the whole reply, lines with their code. Sources: RFC 5321, RFC 3463, RFC 5248 and its registry.
 */
export const isRefusedForGood = (code: number, answer: string): boolean => {
  if (code < 500) return false
  const words = wordsOf(answer)
  if (clues.rate.test(words)) return false
  const [, kind, subject, detail] = enhancedPattern.exec(answer) ?? []
  if (kind !== undefined && kind !== '5') return false
  const byStatus = kind === undefined ? undefined : finalByStatus(Number(subject), Number(detail))
  return byStatus ?? finalByWords(code, words)
}
