import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const fromRoot = (...parts) => join(root, ...parts)

/** The path of Node 24 from the npm package `node`, which doesn't depend on the system's version. */
export const node24 = fromRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
