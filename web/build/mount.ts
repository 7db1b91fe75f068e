/**
 * Builds one page of `src/testing`, a part of the office alone for its browser tests, outside the product:
 * `node build/mount.ts <page> <folder>` leaves `page.html` and its assets in the folder.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { bundleForBrowser, cleanUp } from './bundle.ts'
import { officeDocument } from './document.ts'

const [page, folder] = process.argv.slice(2)
if (!page || !folder) throw new Error('Say which page of src/testing to build, and into which folder.')
process.env.NODE_ENV = 'production'
const source = `src/testing/${page}.tsx`
const target = resolve(folder)
await mkdir(target, { recursive: true })
const bundle = await bundleForBrowser(target, 'mount', [source])
const [script, ...preload] = bundle.addressesWithImports(source)
if (!script) throw new Error(`The build made nothing of ${source}.`)
await writeFile(join(target, 'page.html'), officeDocument({ script, preload, styles: bundle.styles(source) }))
await cleanUp(target)
