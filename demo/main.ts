// Runs a complete Kontor with sample data in a temporary folder, offline. scripts/demo.js starts this program.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startRegister } from '../stand-ins/register.ts'
import { type Refusal, startSmtp } from '../stand-ins/smtp.ts'
import { logInAsAdmin } from './admin-api.ts'
import { backdate } from './backdate.ts'
import { addSampleData } from './sample-data.ts'

const adminPassword = 'demo-fjelltopp-kanel'
const sales = { username: 'salg', password: 'demo-salg-passord' }

/** Returns the mail server's refusal for recipients at two domains of the sample data, so that the demo shows failed mails. */
const refusalFor = ([to]: readonly string[]): Refusal | undefined => {
  if (to?.endsWith('@finnesikke.example')) return { code: 550, text: '5.1.1 No such mailbox' }
  if (to?.endsWith('@fullpostkasse.example')) return { code: 452, text: '4.2.2 Mailbox full, try again later' }
  return undefined
}

const folder = mkdtempSync(join(tmpdir(), 'kontor-demo-'))
// If root starts the demo, the database runs as another user, who needs access to the folder.
chmodSync(folder, 0o755)
const [register, smtp] = await Promise.all([startRegister(), startSmtp()])
smtp.misbehave({ refuse: refusalFor })

const dataDir = join(folder, 'data')
const server = spawn(process.execPath, ['server/src/main.ts'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
    SALES_USERNAME: sales.username,
    SALES_PASSWORD: sales.password,
    SMTP_URL: smtp.url,
    NOTIFY_EMAIL: 'kontoret@eksempel.example',
    BRREG_BASE_URL: register.url,
    PUBLIC_FORM_LIMIT: '1000',
    DATABASE_URL: '',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'error',
  },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
const finished = new Promise<number>((resolve) => server.once('exit', (code) => resolve(code ?? 1)))

const printWelcome = (url: string): void =>
  console.log(`
Kontor with sample data: ${url}
  the panel      ${url}/admin   password ${adminPassword}
  the leads      ${url}/login   user ${sales.username}, password ${sales.password}
  the register   ${register.url} (a local stand-in; all is offline)
Ctrl-C ends it and removes its data.
`)

// Forwards signals, and cleans up only after the server has ended. (The terminal itself sends Ctrl-C to both.)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
process.on('disconnect', () => server.kill('SIGTERM'))

server.once('message', async ({ ready }: { readonly ready: string }) => {
  try {
    await addSampleData(await logInAsAdmin(ready, adminPassword))
    await backdate(dataDir)
    printWelcome(ready)
  } catch (error) {
    console.error(error)
    server.kill('SIGTERM')
    process.exitCode = 1
  }
})
const code = await finished
await Promise.all([register.close(), smtp.close()])
rmSync(folder, { recursive: true, force: true })
process.exitCode ||= code
if (process.connected) process.disconnect()
