import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const compressible = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/

/** Writes a file's `.br` and `.gz` beside it, where that is smaller than the file. */
export const precompress = async (file: string): Promise<void> => {
  if (!compressible.test(file)) return
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const forms = { br: await brotli(content, { params }), gz: await zip(content, { level: 9 }) }
  for (const [extension, packed] of Object.entries(forms)) {
    if (packed.length < content.length) await writeFile(`${file}.${extension}`, packed)
  }
}
