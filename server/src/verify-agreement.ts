// `npm run verify-agreement <id>`: recomputes the evidence of an agreement's answers. Reads the server's configuration.
import { z } from 'zod'
import { verifyAgreement } from './features/agreements/agreements.verification.service.ts'
import { loadConfig } from './platform/config/config.ts'
import { openExisting } from './platform/database/connect.ts'
import { runCommand } from './platform/lifecycle/command.ts'
import { say } from './platform/lifecycle/lifecycle.ts'
import { StartFailure } from './platform/lifecycle/start-failure.ts'

await runCommand('The check was interrupted.', async (lifecycle) => {
  const id = z.uuid().safeParse(process.argv[2])
  if (!id.success) throw new StartFailure('Name the agreement by its id: npm run verify-agreement <id>')
  const { db } = await openExisting(loadConfig(process.env), lifecycle)
  const answers = await verifyAgreement(db, id.data)
  if (!answers) throw new StartFailure(`There is no agreement ${id.data}.`)
  if (answers.length === 0) say('Nobody has answered this agreement: there is nothing to verify.')
  for (const { action, answeredAt, number, stored, computed, faults } of answers) {
    say(`${action}, ${answeredAt}, text ${number}`)
    say(`  stored    ${stored}`)
    say(`  computed  ${computed || '–'}`)
    say(faults.length === 0 ? '  The evidence holds.' : `  THE EVIDENCE DOES NOT HOLD: ${faults.join('; ')}.`)
  }
  const broken = answers.filter(({ faults }) => faults.length > 0).length
  if (broken > 0) throw new StartFailure(`${broken} of ${answers.length} answers could not be verified.`)
})
