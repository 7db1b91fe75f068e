// `npm run search -w bench [-- <leads> <seconds>]`: the search over all records, by one client and by four concurrent ones, compared with
// the first page of the list of leads for the same words. Figures: README.md.
import { forSeconds, openHammer, percentile } from './hammer.ts'
import { adminCookie, startServer } from './processes.ts'
import { seedRecords } from './search-seed.ts'

const [leads = 100_000, seconds = 2] = process.argv.slice(2).map(Number)
const clients = 4

const searches = [
  ['a company', 'fjordbygg 777'],
  ['two words', 'nordfiktiv oslo'],
  ['the wrong way', 'oslo nordfiktiv'],
  ['person and customer', 'kari bakeri'],
  ['phone number', '98765432'],
  ['organisation number', '900004321'],
  ['broad word', 'bygg'],
  ['broad words', 'oslo bygg as'],
  ['two letters', 'as'],
  ['one letter', 'n'],
  ['rare letters', 'qx'],
  ['rare and broad', 'zz kari'],
  ['nothing', 'finnesikke'],
] as const

const kontor = await startServer({ LOG_LEVEL: 'silent' })
const { origin } = kontor
const hammer = openHammer({ cookie: await adminCookie(origin) })
await seedRecords(kontor, { leads, customers: leads / 10, agreements: leads / 20, enquiries: leads / 10 })

const at = (times: readonly number[], share: number): string => percentile(times, share).toFixed(0).padStart(5)

console.log(`${leads} leads; ms, and processor time of the database for each call`)
console.log(
  `${''.padEnd(22)} alone p50   p95  processor | ${clients} at once p50   p95 | list of leads p50   p95  processor | ratio`,
)
for (const [name, q] of searches) {
  const words = encodeURIComponent(q)
  const [search, list] = [`${origin}/api/search?q=${words}`, `${origin}/api/leads?page=1&q=${words}`]
  const measured = async (url: string) => {
    await hammer.measure(url, 1, forSeconds(seconds / 4))
    const before = kontor.used().database
    const times = await hammer.measure(url, 1, forSeconds(seconds))
    return { times, processor: (kontor.used().database - before) / times.length }
  }
  const alone = await measured(search)
  const together = await hammer.measure(search, clients, forSeconds(seconds))
  const beside = await measured(list)
  const ratio = percentile(alone.times, 0.5) / percentile(beside.times, 0.5)
  const processor = [alone, beside].map((one) => one.processor.toFixed(1).padStart(6))
  console.log(
    `${name.padEnd(22)} ${at(alone.times, 0.5)} ${at(alone.times, 0.95)} ${processor[0]} | ${at(together, 0.5)} ${at(together, 0.95)} | ${at(beside.times, 0.5)} ${at(beside.times, 0.95)} ${processor[1]} | ${ratio.toFixed(2)}`,
  )
}
hammer.close()
await kontor.stop()
