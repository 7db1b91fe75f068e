// The mail server of `npm run chaos`, in a separate process that can be killed: `node chaos-mail-server.ts <port> <file>`. Writes the
// Message-ID of each mail into the file before it accepts the mail.
import { appendFileSync } from 'node:fs'
import { type SmtpFaults, startSmtp } from '../stand-ins/smtp.ts'

export type MailFault = 'none' | 'refuses' | 'drops'

const faults: Readonly<Record<MailFault, SmtpFaults>> = {
  none: {},
  refuses: { refuse: () => ({ code: 451, text: '4.3.0 Try again later' }) },
  drops: { drop: true },
}

const [port, file = ''] = process.argv.slice(2)
const { misbehave } = await startSmtp({
  port: Number(port),
  onMail: ({ mail }) => appendFileSync(file, `${mail.messageId}\n`),
})
process.on('message', (fault: MailFault) => misbehave(faults[fault]))
process.on('disconnect', () => process.exit())
process.send?.('ready')
