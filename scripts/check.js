// `npm run check`: checks types, lint, format, dead code, regular expressions and layout, in parallel. Every finding is an error.
// Run selected checks by name: `npm run check -- types:web layout`.
import { runChecks } from './lib/checks.js'
import { main } from './lib/npm.js'

await main(async () => {
  const results = await runChecks(process.argv.slice(2))
  return results.some(({ failed }) => failed) ? 1 : 0
})
