import { expect, test } from 'vitest'
import { isRefusedForGood } from './smtp-refusal.ts'

const codeOf = (answer: string): number => Number(answer.slice(0, 3))

test.each([
  '550 5.1.1 <kari@kunde.example>: Recipient address rejected: User unknown in relay recipient table',
  '550-5.1.1 The email account that you tried to reach does not exist.\n550-5.1.1 Please try\n550 5.1.1 double-checking',
  '553 5.1.2 The domain does not exist',
  '550 5.1.6 Recipient no longer on server',
  '556 5.1.10 Recipient address has null MX',
  '550 #5.1.0 Address rejected.',
  '550 5.2.1 The email account that you tried to reach is disabled',
  '552 5.2.3 Message exceeds this mailbox',
  '552 5.3.4 Message size exceeds fixed limit',
  '554 5.6.0 Malformed message',
  '550 5.0.0 User unknown',
  '550 No such user here',
  '550 Ingen slik postkasse',
  '550 <spam@relay.example> unknown',
  '550 Requested action not taken: mailbox unavailable',
  '551 User not local',
  '552 Message too large',
  '553 Requested action not taken: mailbox name not allowed',
  "554 delivery error: user doesn't exist",
  '556 No mail here',
])('permanent, about the recipient or the mail: %s', (answer) => {
  expect(isRefusedForGood(codeOf(answer), answer)).toBe(true)
})

test.each([
  '451 4.7.1 Greylisted',
  '550 4.2.1 Come back',
  '553 5.1.7 Bad sender address',
  '550 5.1.8 Sender domain must exist',
  '552 5.2.2 Mailbox full',
  '550-5.2.1 The user is receiving mail at a rate that\n550 5.2.1 prevents additional messages',
  '554 5.3.0 Local configuration error',
  '554 5.3.2 System not accepting network messages',
  '550 5.4.1 Recipient address rejected: Access denied',
  '503 5.5.1 Bad sequence of commands',
  '550 5.5.0 Not now',
  '554 5.7.1 <kari@kunde.example>: Relay access denied',
  '550 5.7.1 Service unavailable, client host blocked using Spamhaus',
  '550 5.7.26 Unauthenticated email is not accepted due to DMARC policy',
  '550 5.7.708 Access denied, traffic not accepted from this IP',
  '550 Relaying denied',
  '550 Too many invalid recipients',
  '550 Administrative prohibition',
  "553 sorry, that domain isn't in my list of allowed rcpthosts",
  '550 198.51.100.7 is on a blocklist',
  '552 Requested mail action aborted: exceeded storage allocation',
  '554 Ser ut som søppelpost',
  '554 Transaction failed',
  '530 Authentication required',
  '500 Syntax error',
])('retried, about us or temporary: %s', (answer) => {
  expect(isRefusedForGood(codeOf(answer), answer)).toBe(false)
})
