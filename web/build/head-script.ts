import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import base from '../vite.config.ts'

/** The script that stands in the head of every public page, as one small piece of plain JavaScript. */
export const buildHeadScript = async (): Promise<string> => {
  const result = await build({
    root: base.root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: base.build.target,
      write: false,
      lib: { entry: fileURLToPath(new URL('../src/site/head.ts', import.meta.url)), formats: ['iife'], name: 'head' },
    },
  })
  const [chunk] = [result].flat().flatMap((output) => ('output' in output ? output.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The script of the head was not built.')
  return chunk.code.trim()
}
