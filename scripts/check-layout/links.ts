import { posix } from 'node:path'
import { lineAt, type Problem, type Rule, type Tree } from './tree.ts'

const blocks = /^ *```[\s\S]*?^ *```/gm
const inlineCode = /`[^`\n]*`/g

/** Replaces code by spaces of the same length, so that links in examples don't count. */
const withoutCode = (text: string): string =>
  [blocks, inlineCode].reduce((rest, code) => rest.replaceAll(code, (found) => found.replaceAll(/[^\n]/g, ' ')), text)

/** Returns the anchors that GitHub gives to headings: lower case, no punctuation, dashes for spaces, and a number if repeated. */
const anchorsOf = (text: string): ReadonlySet<string> => {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replaceAll(blocks, '').matchAll(/^#+ (.+)$/gm)) {
    const words = heading.replaceAll(/\]\([^)]*\)/g, '').toLowerCase()
    const anchor = words.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    let repeated = 0
    while (anchors.has(repeated ? `${anchor}-${repeated}` : anchor)) repeated += 1
    anchors.add(repeated ? `${anchor}-${repeated}` : anchor)
  }
  return anchors
}

interface Link {
  /** The path from the repository's root, with the anchor if any. */
  readonly target: string
  readonly index: number
}

/** Returns the relative links and images of a Markdown file, or the documents that another file's text names: `(docs/tests.md#waiting)`. */
const linksIn = (file: string, text: string): Link[] => {
  if (!file.endsWith('.md')) {
    return [...text.matchAll(/(?<=[ (])docs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(({ 0: target, index }) => ({
      target,
      index,
    }))
  }
  return [...withoutCode(text).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(({ 1: link = '', index }) => ({
    target: link.startsWith('#') ? file + link : posix.join(posix.dirname(file), link),
    index,
  }))
}

const problemOf = (tree: Tree, target: string): string | undefined => {
  const [path = '', anchor] = target.split('#')
  const folder = path.endsWith('/') ? path : `${path}/`
  if (!tree.has(path) && ![...tree.keys()].some((file) => file.startsWith(folder))) return `${path} doesn't exist`
  return anchor && !anchorsOf(tree.get(path) ?? '').has(anchor) ? `${path} has no heading #${anchor}` : undefined
}

/** Requires that links lead to an existing file and an existing heading. */
export const workingLinks: Rule = (tree) =>
  [...tree].flatMap(([file, text]): Problem[] =>
    linksIn(file, text).flatMap(({ target, index }) => {
      const problem = problemOf(tree, target)
      return problem ? [{ file, line: lineAt(text, index), message: `dead link: ${problem}` }] : []
    }),
  )
