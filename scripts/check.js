// `npm run check`: types, lint, format, dead code and layout, side by side. Every finding is an error.
// Give names to run some of them only: `npm run check -- types:web layout`.
import { runChecks } from './lib/checks.js'
import { main } from './lib/npm.js'

await main(async () => {
  const results = await runChecks(process.argv.slice(2))
  return results.some(({ failed }) => failed) ? 1 : 0
})
