/** Returns the files attached to an uncompressed PDF of `drawPdf`, by name. Finds them by line ends, which nobody can type (see `findSealPlace`). */
export const readAttachments = (pdf: Buffer): ReadonlyMap<string, Buffer> => {
  const text = pdf.toString('latin1')
  const named = text.matchAll(/\n\/F \(([\w.-]{1,40})\)\n\/EF <<\n\/F (\d{1,9}) 0 R\n/g)
  return new Map(
    Array.from(named, ([, name = '', object]): [string, Buffer] => {
      const at = text.indexOf(`\n${object} 0 obj\n`)
      const [head = '', length] = /^[^>]*>>[^>]*\/Length (\d{1,9})\n>>\nstream\n/.exec(text.slice(at, at + 1_000)) ?? []
      return [name, pdf.subarray(at + head.length, at + head.length + Number(length ?? 0))]
    }),
  )
}
