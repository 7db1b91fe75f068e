import { transform } from 'lightningcss'

/** Finds every token that may be a class. Markup and scripts contain classes in full, as Tailwind requires. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .split(/[\s"'`]+/),
  )

/** Returns the unescaped class names in a style sheet. */
export const classesOf = (styles: string): Set<string> =>
  new Set([...styles.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1')))

const withoutSymbols = (styles: string, unusedSymbols: string[]): string =>
  transform({ filename: 'site.css', code: Buffer.from(styles), minify: true, unusedSymbols })
    .code.toString()
    // Drops repeated declarations with a vendor prefix, since each pass adds them again.
    .replaceAll(/(-webkit-[^;{}]*;)\1+/g, '$1')
    // Drops the comment with the tool's name.
    .replace(/\/\*![^*]*\*\/\n?/, '')

/** Removes custom properties that are set but never read. Repeats this, since a removed property may have been the only one that read another. */
const withoutUnreadProperties = (styles: string): string => {
  const read = new Set([...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const set = [...styles.matchAll(/[{;](--[\w-]+):/g)].flatMap(([, name = '']) => (read.has(name) ? [] : [name]))
  const rest = withoutSymbols(styles, set)
  return rest.length < styles.length ? withoutUnreadProperties(rest) : rest
}

const isAnimated = (styles: string, keyframes: string): boolean =>
  new RegExp(`animation(?:-name)?:[^;}]*\\b${keyframes}\\b`).test(styles)

/**
 * Returns the styles of one page. Drops rules for classes that occur in none of `sources`, which are the page's markup and every script
 * that it may run. Most pages need two thirds of the site's styles.
 */
export const stylesFor = (styles: string, sources: readonly string[]): string => {
  const words = wordsOf(sources.join(' '))
  const unused = [...classesOf(styles)].filter((name) => !words.has(name))
  const own = withoutUnreadProperties(withoutSymbols(styles, unused))
  const unplayed = [...own.matchAll(/@keyframes ([\w-]+)/g)].flatMap(([, name = '']) =>
    isAnimated(own, name) ? [] : [name],
  )
  return withoutSymbols(own, unplayed)
}
