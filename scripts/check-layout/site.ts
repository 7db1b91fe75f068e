import { domainWords, notOnTheSite } from './house.ts'
import { importsOf, withoutComments } from './parse.ts'
import { isSource, isTest, lineAt, type Problem, type Rule, type Tree } from './tree.ts'

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/([a-zæøå])([A-ZÆØÅ])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-zæøå]+/)

/** The building blocks in `web/src/ui` contain no domain words. */
export const uiWords: Rule = (tree) =>
  [...tree]
    .filter(([file]) => file.startsWith('web/src/ui/') && isSource(file))
    .flatMap(([file, text]) =>
      withoutComments(file, text)
        .split('\n')
        .flatMap((line, index): Problem[] => {
          const word = wordsIn(line).find((one) => domainWords.has(one))
          return word ? [{ file, line: index + 1, message: `ui knows no word of the trade: "${word}"` }] : []
        }),
    )

const isContract = (file: string): boolean => file.startsWith('contract/')

/** All files that the site's entry loads at run time, each with the file that imports it. */
const reachedBySite = (tree: Tree): Map<string, string> => {
  const reached = new Map<string, string>()
  const queue = [...tree.keys()].filter((file) => file.startsWith('web/src/site/') && isSource(file) && !isTest(file))
  for (const file of queue) reached.set(file, file)
  for (let file = queue.shift(); file; file = queue.shift()) {
    for (const { target, typeOnly } of importsOf(tree, file)) {
      if (!target || typeOnly || reached.has(target)) continue
      reached.set(target, file)
      queue.push(target)
    }
  }
  return reached
}

/** The site's bundles contain no zod and no form, table or router library, and from the contract only zod-free files. */
export const siteBundles: Rule = (tree) =>
  [...reachedBySite(tree).keys()].flatMap((file) =>
    importsOf(tree, file).flatMap((one): Problem[] => {
      if (one.typeOnly) return []
      if (notOnTheSite.test(one.specifier)) {
        return [{ file, line: one.line, message: `the public site reaches this file, and it imports ${one.specifier}` }]
      }
      const allowed = /^contract\/src\/(?:shared\/[^/]+|[^/]+\/[^/]+\.rules)\.ts$/
      if (!one.target || !isContract(one.target) || allowed.test(one.target)) return []
      return [{ file, line: one.line, message: `the site may import *.rules of the contract, not ${one.specifier}` }]
    }),
  )

/** Rules are free of zod, so that the site can use them. */
export const rulesAreFree: Rule = (tree) =>
  [...tree.keys()]
    .filter((file) => /^contract\/src\/.+\.rules\.ts$/.test(file))
    .flatMap((file) =>
      importsOf(tree, file)
        .filter((one) => !one.typeOnly && (!one.target || /\.(?:schema|endpoints)\.ts$/.test(one.target)))
        .map((one) => ({
          file,
          line: one.line,
          message: `rules are free of zod and of schemas, but import ${one.specifier}`,
        })),
    )

/** Schemas are declared in the contract: the web only extends or picks them, except for URL parameters. */
export const schemasInContract: Rule = (tree) =>
  [...tree]
    .filter(([file]) => file.startsWith('web/') && isSource(file) && !isTest(file))
    .filter(([file]) => file !== 'web/src/platform/search-params.ts')
    .flatMap(([file, text]) =>
      [...withoutComments(file, text).matchAll(/\bz\s*\.\s*(?:object|strictObject|looseObject)\s*\(/g)].map(
        (match) => ({
          file,
          line: lineAt(text, match.index),
          message: 'a schema is born in the contract; in web/, z.object is allowed only in platform/search-params.ts',
        }),
      ),
    )
