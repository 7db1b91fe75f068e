import { resolve } from 'node:path'
import { ensureInstalled } from './install.js'
import { main } from './npm.js'
import { runNode24 } from './run.js'

/** The script's arguments as files; relative paths are resolved from where npm was called. */
export const fileArguments = () => process.argv.slice(2).map((file) => resolve(process.env.INIT_CWD ?? '.', file))

/** Runs one of the server's one-shot commands. */
export const runServerTool = (command, args) =>
  main(async () => {
    await ensureInstalled()
    return runNode24([command, ...args])
  })
