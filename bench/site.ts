// `node site.ts [rounds] [path …]`: runs Lighthouse (mobile, throttled) over all 18 pages of the public site, and compares the home page's
// requests per second with a bare server that sends the same bytes. Prints the table of medians for README.md. CHROMIUM_PATH is the
// browser.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { requestsPerSecond } from './load.ts'
import { startBare, startServer } from './processes.ts'

const rounds = Number(process.argv[2] ?? 5)
const missing = '/finnes-ikke'
const pages = [
  '/',
  '/om-oss',
  '/produkter',
  '/tjenester',
  '/skreddersom',
  '/kontakt',
  '/personvern',
  '/transparency',
  missing,
]
const paths = process.argv.length > 3 ? process.argv.slice(3) : pages.flatMap((path) => [path, `/en${path}`])
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const figures = {
  'LCP ms': 'largest-contentful-paint',
  CLS: 'cumulative-layout-shift',
  'TBT ms': 'total-blocking-time',
} as const

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const audit = async (url: string, port: number): Promise<Record<string, number>> => {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: [...categories],
    // Skips audits that the 404 page fails by design: the browser logs its status to the console, and search engines may not index it.
    ...(url.endsWith(missing) && {
      ignoreStatusCode: true,
      skipAudits: ['http-status-code', 'is-crawlable', 'errors-in-console'],
    }),
  })
  if (!result) throw new Error(`No Lighthouse result for ${url}.`)
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  for (const { id, score, scoreDisplayMode } of Object.values(lhr.audits)) {
    const isFailed = score !== null && score < 0.5 && scoreDisplayMode === 'binary'
    if (isFailed) console.error(`${url}: ${id}`)
  }
  return {
    ...Object.fromEntries(categories.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)])),
    ...Object.fromEntries(
      Object.entries(figures).map(([name, id]) => [name, lhr.audits[id]?.numericValue ?? Number.NaN]),
    ),
  }
}

/** Retries, since Lighthouse sometimes loses a trace. */
const auditWithRetries = (url: string, retries = 3): Promise<Record<string, number>> =>
  auditInNewBrowser(url).catch((error: unknown) => {
    if (retries === 0) throw error
    console.error(error instanceof Error ? error.message : error)
    return auditWithRetries(url, retries - 1)
  })

/** Runs each round in a new browser with an empty cache. */
const auditInNewBrowser = async (url: string): Promise<Record<string, number>> => {
  const browser = await launch({
    ...(process.env.CHROMIUM_PATH && { chromePath: process.env.CHROMIUM_PATH }),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    return await audit(url, browser.port)
  } finally {
    browser.kill()
  }
}

const measurePages = async (origin: string): Promise<void> => {
  const names = [...Object.keys(figures), ...categories]
  console.log(`| page | ${names.join(' | ')} |\n|${'---|'.repeat(names.length + 1)}`)
  for (const path of paths) {
    const results: Record<string, number>[] = []
    for (let round = 0; round < rounds; round++) results.push(await auditWithRetries(origin + path))
    const medians = names.map((name) => median(results.map((result) => result[name] ?? Number.NaN)))
    console.log(`| ${path} | ${medians.map((value) => Number(value.toFixed(value < 1 ? 3 : 0))).join(' | ')} |`)
  }
}

const measureThroughput = async (origin: string, port: number): Promise<void> => {
  const bare = await startBare('./same-bytes.ts', `${origin}/`)
  const measure = (to: number): Promise<number> => requestsPerSecond(to, '/', 32, 3)
  const ratios: number[] = []
  for (let round = 0; round < 5; round++) {
    const [own, other] = [await measure(port), await measure(bare.port)]
    ratios.push(own / other)
    console.log(`requests/s of /: ${own.toFixed(0)}, bare node:http ${other.toFixed(0)}, ${(own / other).toFixed(2)}`)
  }
  console.log(`median ${median(ratios).toFixed(2)}`)
  bare.stop()
}

const kontor = await startServer()
const { origin, port } = kontor
try {
  await measureThroughput(origin, port)
  if (rounds > 0) await measurePages(origin)
} finally {
  await kontor.stop()
}
