// `npm run backup -- <file>`, `npm run restore -- <file>`, `npm run verify-agreement -- <id>`,
// `npm run reset-second-factor -- <user>`: see server/src/<name>.ts.
import { resolve } from 'node:path'
import { ensureInstalled } from './lib/install.js'
import { main } from './lib/npm.js'
import { envFileArgs, runNode24 } from './lib/run.js'

const [name, ...args] = process.argv.slice(2)
/** Resolves a relative path from the folder where the user called npm. */
const resolvePath = (/** @type {string} */ arg) =>
  /^(?:--|s3:)/.test(arg) ? arg : resolve(process.env.INIT_CWD ?? '.', arg)
const resolved = ['reset-second-factor', 'verify-agreement'].includes(name) ? args : args.map(resolvePath)

await main(async () => {
  await ensureInstalled({ production: true })
  return runNode24([
    ...envFileArgs(),
    '--import',
    './server/src/platform/database/resolve-drizzle.ts',
    `server/src/${name}.ts`,
    ...resolved,
  ])
})
