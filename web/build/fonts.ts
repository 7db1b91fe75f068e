/**
 * Subsets the typeface to the letters that the product uses and stores it beside the styles. Run by hand (`npm run fonts`)
 * when the package or the set of letters changes; the result is committed.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** Latin-1 and typographic punctuation for Norwegian and English. */
const latin = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„…•€→←↑↓−™Œœ`
/** Other Latin letters of European names (Sámi, Polish, Czech, Turkish …). Their file is loaded only by pages that contain one of them. */
const latinExtended = range(0x100, 0x17f)

const source = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/schibsted-grotesk/files/schibsted-grotesk-${name}.woff2`))
const target = (name: string): URL => new URL(`../src/ui/base/fonts/${name}`, import.meta.url)

const writeSubset = async (from: string, letters: string, to: string): Promise<void> => {
  const font = await subsetFont(await readFile(source(from)), letters, {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'mark', 'tnum'],
    variationAxes: { wght: { min: 400, max: 800 } },
  })
  await writeFile(target(to), font)
  console.log(`${to}: ${font.length} bytes`)
}

await writeSubset('latin-wght-normal', latin, 'schibsted-grotesk-latin.woff2')
await writeSubset('latin-ext-wght-normal', latinExtended, 'schibsted-grotesk-latin-ext.woff2')
await copyFile(
  fileURLToPath(import.meta.resolve('@fontsource-variable/schibsted-grotesk/LICENSE')),
  target('schibsted-grotesk-license.txt'),
)
