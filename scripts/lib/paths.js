import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

export const fromRoot = (...parts) => join(root, ...parts)

/** The Node 24 that the npm package `node` brings, whatever the system's own version is. */
export const node24 = fromRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
