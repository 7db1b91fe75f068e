import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import base from '../vite.config.ts'

/** Bundles the inline script for the head of a public page into one IIFE. */
export const buildHeadScript = async (hasIslands: boolean): Promise<string> => {
  const source = `../src/site/head/${hasIslands ? 'head-with-islands' : 'head'}.ts`
  const result = await build({
    root: base.root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      target: base.build.target,
      write: false,
      lib: { entry: fileURLToPath(new URL(source, import.meta.url)), formats: ['iife'], name: 'head' },
    },
  })
  const [chunk] = [result].flat().flatMap((output) => ('output' in output ? output.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The head script was not built.')
  return chunk.code.trim()
}
