// `npm run verify-agreement -- <id or PDF>`: checks the evidence of an agreement's answers, in the database that the server's configuration
// names or in a sealed PDF by itself. Exits with 0 if the evidence holds, 1 if it is broken, 2 if the signer is unknown, and 3 if a check
// could not be made.
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { evidenceKeysSchema } from '@kontor/contract/shared/evidence-keys'
import { oreText } from '@kontor/contract/shared/money'
import { z } from 'zod'
import { certificatesIn } from './features/agreement-evidence/agreement-evidence.timestamps.ts'
import {
  type Known,
  type Verdict,
  type Verified,
  verifyAgreement,
  verifyNumbers,
  verifyPdf,
} from './features/agreement-evidence/agreement-evidence.verification.service.ts'
import { type Config, loadConfig } from './platform/config/config.ts'
import { openExisting } from './platform/connect.ts'
import { orNull } from './platform/errors/or-null.ts'
import { StartFailure } from './platform/errors/start-failure.ts'
import { runCommand } from './platform/lifecycle/command.ts'
import { type Lifecycle, print } from './platform/lifecycle/lifecycle.ts'
import { sha256 } from './platform/signing/canonical.ts'
import { listEvidenceKeys } from './platform/signing/evidence-key.ts'
import { knownSeals } from './platform/signing/key-files.ts'

const exitCodes = { broken: 1, 'unknown signer': 2, 'not checked': 3 } as const

const usage =
  'Name the agreement by its id, or a sealed PDF: npm run verify-agreement -- <id or PDF> [--published <kontor-evidence.json>] [--key <key in a receipt>] [--certificate <PEM file or SHA-256>]'

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch(() => {
    throw new StartFailure(`${file} cannot be read.`)
  })

const fingerprintOf = async (certificate: string): Promise<string> => {
  const digits = certificate.replaceAll(/[:\s]/g, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(digits) ? digits : sha256(new X509Certificate(await readText(certificate)).raw)
}

const readPublished = async (file: string) => {
  const list = await orNull(async () => evidenceKeysSchema.parse(JSON.parse(await readText(file))))
  if (!list) throw new StartFailure(`${file} is no kontor-evidence.json.`)
  return list
}

const readRoots = async (file: string): Promise<readonly string[]> => {
  const roots = await orNull(async () => certificatesIn(await readText(file)))
  if (!roots?.length) throw new StartFailure(`TSA_ROOTS names ${file}, which has no certificate in PEM.`)
  return roots
}

/** Returns the keys and certificates of `DATA_DIR/keys` and of the arguments. */
const readKnown = async (
  config: Config,
  { published, key, certificate }: Readonly<Record<'published' | 'key' | 'certificate', string[]>>,
): Promise<Known> => {
  const lists = await Promise.all(published.map(readPublished))
  const seals = [...(await knownSeals.read(config)), ...lists.flatMap(({ certificates }) => certificates)]
  const given = [...lists.flatMap(({ keys }) => keys), ...key.map((publicKey) => ({ publicKey }))]
  return {
    keys: [...(await listEvidenceKeys(config)), ...given],
    certificates: [
      ...seals.map(({ fingerprint }) => fingerprint),
      ...(await Promise.all(certificate.map(fingerprintOf))),
    ],
    tsaRoots: config.tsaRoots ? await readRoots(config.tsaRoots) : [],
  }
}

const describe = ({ verdict, record, evidence, seal, timestamp, faults, keyId, ...found }: Verified): Verdict => {
  const { unknown, unchecked, notes } = found
  if (record) {
    const { agreement, answer, answeredAt, number, verification } = record
    const reference = agreement.reference ?? agreement.agreementId
    print(`Agreement ${reference} with ${agreement.customer.name}: ${agreement.title}`)
    print(`  total      ${oreText(agreement.totalAmount, 'en')}, and ${oreText(agreement.vatAmount, 'en')} of VAT`)
    print(`  answer     ${answer.action}, ${answeredAt}, number ${number}, verified by ${verification.method}`)
    print(`  evidence   ${evidence}`)
    print(`  signed by  ${keyId}`)
  }
  if (seal) print(`  sealed by  ${seal.holder}, certificate ${seal.fingerprint}`)
  if (timestamp) print(`  timestamp  ${timestamp.at}, ${timestamp.authority}`)
  for (const note of notes) print(`  note       ${note}`)
  if (verdict === 'holds') print('  The evidence holds.')
  if (verdict === 'broken') print(`  THE EVIDENCE IS BROKEN: ${faults[0]}.`)
  if (verdict === 'not checked') print(`  NOT CHECKED: ${unchecked}.`)
  if (verdict === 'unknown signer') {
    print(`  UNKNOWN SIGNER: nobody vouches for ${unknown.join(' and ')}.`)
    print('  Compare with the receipt, which names both, and give them with --key and --certificate; or give')
    print("  --published, the file /.well-known/kontor-evidence.json of the company's site.")
  }
  return verdict
}

const checkDatabase = async (id: string, config: Config, known: Known, lifecycle: Lifecycle): Promise<Verdict[]> => {
  const { db } = await openExisting(config, lifecycle)
  const answers = await verifyAgreement(db, id, known)
  if (!answers) throw new StartFailure(`There is no agreement ${id}.`)
  if (answers.length === 0) print('Nobody has answered this agreement: there is nothing to verify.')
  const verdicts = answers.map(describe)
  const { numbers, deleted, fault } = await verifyNumbers(db)
  print(
    fault
      ? `THE NUMBERS ARE BROKEN: ${fault}.`
      : `All ${numbers} answers are there; the agreements of ${deleted} were deleted.`,
  )
  return fault ? [...verdicts, 'broken'] : verdicts
}

await runCommand('The check was interrupted.', async (lifecycle) => {
  const list = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values, positionals } = parseArgs({
    options: { published: list, key: list, certificate: list },
    allowPositionals: true,
  })
  const [subject] = positionals
  if (!subject) throw new StartFailure(usage)
  const config = loadConfig(process.env)
  const known = await readKnown(config, values)
  const pdf = await readFile(subject).catch(() => null)
  if (!pdf && !z.uuid().safeParse(subject).success)
    throw new StartFailure(`${subject} is neither the id of an agreement nor a file that can be read.`)
  const verdicts = pdf
    ? [describe(await verifyPdf(pdf, known))]
    : await checkDatabase(subject, config, known, lifecycle)
  const worst = (['broken', 'not checked', 'unknown signer'] as const).find((verdict) => verdicts.includes(verdict))
  if (worst) lifecycle.finish(exitCodes[worst])
})
