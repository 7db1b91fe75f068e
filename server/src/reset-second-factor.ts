// `npm run reset-second-factor -- <user>`: removes a user's second factors, so that the password alone logs in. `admin` is the
// shared administrator.
import { resetSecondFactor } from './features/session/session.reset.service.ts'
import { loadConfig } from './platform/config/config.ts'
import { openExisting } from './platform/connect.ts'
import { runAsKontor } from './platform/database/origin.ts'
import { StartFailure } from './platform/errors/start-failure.ts'
import { runCommand } from './platform/lifecycle/command.ts'
import { print } from './platform/lifecycle/lifecycle.ts'

const log = { warn: (details: object, message: string) => print(`${message}: ${JSON.stringify(details)}`) }

await runCommand('The reset was interrupted; nothing was changed.', async (lifecycle) => {
  const [, , username] = process.argv
  if (!username) {
    throw new StartFailure('Name the user, or admin for the shared password: npm run reset-second-factor -- <user>')
  }
  const database = await openExisting(loadConfig(process.env), lifecycle)
  const reset = await runAsKontor(log, () => resetSecondFactor(database, username))
  if (!reset) throw new StartFailure(`There is no user ${username}.`)
  print(`${username} logs in by password alone now: ${reset.removed} removed, ${reset.ended} sessions ended.`)
})
