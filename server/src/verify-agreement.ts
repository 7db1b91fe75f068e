// `npm run verify-agreement <id or PDF>`: checks the evidence of an agreement's answers: in the database that the server's configuration
// names, or in a sealed PDF by itself.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import {
  type Remembered,
  type VerifiedAnswer,
  verifyAgreement,
  verifyChain,
  verifyPdf,
} from './features/agreements/agreements.verification.service.ts'
import { type Config, loadConfig } from './platform/config/config.ts'
import { openExisting } from './platform/database/connect.ts'
import { runCommand } from './platform/lifecycle/command.ts'
import { type Lifecycle, say } from './platform/lifecycle/lifecycle.ts'
import { StartFailure } from './platform/lifecycle/start-failure.ts'
import { readChainHead } from './platform/signing/chain-head.ts'
import { readPublicKeys } from './platform/signing/evidence-key.ts'
import { readSealCertificates } from './platform/signing/seal.ts'

const describe = ({ action, answeredAt, evidence, number, keyId, timestamp }: VerifiedAnswer): void => {
  say(`${action}, ${answeredAt}${number === null ? ', from before the chain' : `, number ${number} of the chain`}`)
  say(`  evidence   ${evidence}`)
  if (keyId) say(`  signed by  ${keyId}`)
  if (timestamp) say(`  timestamp  ${timestamp.at}, ${timestamp.authority}`)
}

const conclude = (faults: readonly string[]): void =>
  say(faults.length === 0 ? '  The evidence holds.' : `  THE EVIDENCE DOES NOT HOLD: ${faults.join('; ')}.`)

const checkPdf = async (file: string): Promise<void> => {
  const pdf = await readFile(file).catch(() => null)
  if (!pdf) throw new StartFailure(`${file} is neither the id of an agreement nor a file that can be read.`)
  const { seal, answer, reference, faults } = await verifyPdf(pdf)
  if (reference) say(`Agreement ${reference}`)
  if (answer) describe(answer)
  if (seal) say(`  sealed by  ${seal.holder}, certificate ${seal.fingerprint}`)
  conclude(faults)
  if (answer && seal) {
    say(
      "Compare the key and the certificate with those of the receipt, or of the company's /.well-known/kontor-evidence.json.",
    )
  }
  if (faults.length > 0) throw new StartFailure(`The PDF could not be verified: ${faults[0]}.`)
}

const readRemembered = async (config: Config): Promise<Remembered> => ({
  head: await readChainHead(config),
  seals: (await readSealCertificates(config))?.map(({ fingerprint }) => fingerprint),
})

const checkDatabase = async (id: string, lifecycle: Lifecycle): Promise<void> => {
  const config = loadConfig(process.env)
  const { db } = await openExisting(config, lifecycle)
  const publicKeys = await readPublicKeys(config)
  const remembered = await readRemembered(config)
  const answers = await verifyAgreement(db, id, publicKeys, remembered)
  if (!answers) throw new StartFailure(`There is no agreement ${id}.`)
  if (answers.length === 0) say('Nobody has answered this agreement: there is nothing to verify.')
  for (const answer of answers) {
    describe(answer)
    conclude(answer.faults)
  }
  const { links, fault } = await verifyChain(db, publicKeys, remembered)
  if (!remembered.head) {
    say('DATA_DIR/keys does not remember the end of the chain: answers that were removed there are not noticed.')
  }
  say(fault ? `THE CHAIN DOES NOT HOLD: ${fault}.` : `The chain of ${links} answers holds.`)
  const broken = answers.filter(({ faults }) => faults.length > 0).length
  if (broken > 0) throw new StartFailure(`${broken} of ${answers.length} answers could not be verified.`)
  if (fault) throw new StartFailure(`The chain could not be verified: ${fault}.`)
}

await runCommand('The check was interrupted.', async (lifecycle) => {
  const [, , subject] = process.argv
  if (!subject)
    throw new StartFailure('Name the agreement by its id, or a sealed PDF: npm run verify-agreement <id or PDF>')
  const id = z.uuid().safeParse(subject)
  await (id.success ? checkDatabase(id.data, lifecycle) : checkPdf(subject))
})
