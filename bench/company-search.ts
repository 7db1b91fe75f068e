// `npm run company-search -w bench [-- <rounds>]`: a search with ten companies and all their details through the real server, with
// six connections like a browser and a register that responds after 100 ms; then the same search again. browser.ts measures the time
// until it's on the screen. Figures: README.md.
import { companyHitsSchema } from '../contract/src/company-register/company-register.schema.ts'
import { tenFreshCompanies } from '../stand-ins/fresh-company.ts'
import { startRegister } from '../stand-ins/register.ts'
import { adminCookie, startKontor } from './processes.ts'

const [rounds = 20] = process.argv.slice(2).map(Number)
const connections = 6
const adminPassword = 'et-passord-for-maalingen'

const register = await startRegister()
const kontor = await startKontor({ BRREG_BASE_URL: register.url, ADMIN_PASSWORD: adminPassword })
const origin = `http://127.0.0.1:${kontor.port}`

const cookie = await adminCookie(origin, adminPassword)

const get = async (call: string): Promise<unknown> => {
  const answer = await fetch(`${origin}/api/admin/brreg/${call}`, { headers: { cookie } })
  if (!answer.ok) throw new Error(`${call} answered ${answer.status}`)
  return answer.json()
}

/** Milliseconds for the search and its 30 details. */
const search = async (q: string): Promise<number> => {
  const began = performance.now()
  const { enheter } = companyHitsSchema.parse(await get(`search?q=${q}`))._embedded
  const details = enheter.flatMap(({ organisasjonsnummer: number }) =>
    ['financial', 'roles', 'signature'].map((call) => `${call}/${number}`),
  )
  const work = async (): Promise<void> => {
    for (let call = details.shift(); call; call = details.shift()) await get(call)
  }
  await Promise.all(Array.from({ length: connections }, work))
  return performance.now() - began
}

const printTimes = (what: string, times: readonly number[]) => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0)
  console.log(`${what.padEnd(28)} median ${at(0.5)} ms, p90 ${at(0.9)} ms, max ${at(1)} ms`)
}

const [first, again]: [number[], number[]] = [[], []]
for (let round = 0; round < rounds; round += 1) {
  register.misbehave({ delayMs: 100, bodies: await tenFreshCompanies(register) })
  const before = register.requests.length
  first.push(await search(`foretak${round}`))
  const requestCount = register.requests.length - before
  if (requestCount !== 31) throw new Error(`The register got ${requestCount} requests, not 31.`)
  again.push(await search(`foretak${round}`))
  if (register.requests.length - before !== requestCount) throw new Error('The second search reached the register.')
}
printTimes('31 calls to the register', first)
printTimes('the same once more', again)
await kontor.stop()
await register.close()
