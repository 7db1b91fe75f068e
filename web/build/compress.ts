import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

const compressible = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/

/** Writes `.br` and `.gz` variants beside a file, each only if smaller than the file. */
export const precompress = async (file: string): Promise<void> => {
  if (!compressible.test(file)) return
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const variants = { br: await brotli(content, { params }), gz: await gzipAsync(content, { level: 9 }) }
  for (const [extension, compressed] of Object.entries(variants)) {
    if (compressed.length < content.length) await writeFile(`${file}.${extension}`, compressed)
  }
}
