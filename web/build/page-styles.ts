import { transform } from 'lightningcss'

/** Everything that may be a class in markup or in a script: classes are written whole there, as Tailwind needs it. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .split(/[\s"'`]+/),
  )

/** The classes that styles name, as they stand in markup. */
export const classesOf = (styles: string): Set<string> =>
  new Set([...styles.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1')))

/**
 * The styles of one page: without the rules for classes that stand neither in its markup nor in any script that it may run,
 * which `uses` are. Most pages need two thirds of the site's styles.
 */
export const stylesFor = (styles: string, uses: readonly string[]): string => {
  const words = wordsOf(uses.join(' '))
  const unusedSymbols = [...classesOf(styles)].filter((name) => !words.has(name))
  const { code } = transform({ filename: 'site.css', code: Buffer.from(styles), minify: true, unusedSymbols })
  return code.toString()
}
