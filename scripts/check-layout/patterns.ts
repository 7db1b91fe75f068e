import { domainWords } from './house.ts'
import { withoutComments } from './parse.ts'
import { lineAt, type Rule } from './tree.ts'

interface ForbiddenText {
  readonly files: RegExp
  /** Prepares a file's text for the search without changing its line numbers. */
  readonly read?: (file: string, text: string) => string
  readonly pattern: RegExp
  readonly message: string
}

const splitWords = (file: string, text: string): string =>
  withoutComments(file, text).replaceAll(/([a-zæøå])([A-ZÆØÅ])/g, '$1 $2')

const forbidden: readonly ForbiddenText[] = [
  {
    files: /./,
    pattern: /(?<=^|[\s"'`=(:])(?:\/(?:work|root|Users)\/[\w.-]+|\/home\/(?!\$|<)[\w.-]+\/|[A-Z]:\\Users\\)/gm,
    message: 'path on a local machine',
  },
  {
    // The lock file must not name a registry, since each developer may use another one.
    files: /^(?:package-lock\.json|\.npmrc)$/,
    pattern: /"resolved":\s*"https?:|^[ \t]*(?:@\w+:)?registry\s*=|_authToken/gm,
    message: 'address of a registry',
  },
  { files: /^web\/src\/ui\/.+\.tsx?$/, read: splitWords, pattern: domainWords, message: 'domain word in ui' },
  {
    files: /^web\/.+\.tsx?$/,
    read: withoutComments,
    pattern: /\bz\s*\.\s*(?:object|strictObject|looseObject)\s*\(/g,
    message: 'declare schemas in the contract',
  },
  {
    files: /^web\/src\/.+\.tsx$/,
    read: withoutComments,
    pattern: /(?<=[\s"'`:])rounded(?:-[trblse]{1,2})?(?:-(?:xs|lg|xl|\dxl))?(?=[\s"'`])(?!\s?[=,;)])/g,
    message: 'the theme has the corners sm, md and full',
  },
  {
    files:
      /^(?!.*(?:\.test\.ts|\/email-addresses\.ts|\/database\/addresses\.ts))(?:contract|server|web)\/src\/.+\.tsx?$/,
    read: withoutComments,
    pattern: /\w*(?:[eE]mail|[aA]ddress|[rR]ecipient)\)?\??\.toLowerCase\(|\blower\(\$\{[\w.]*(?:[eE]mail|\.to)\}/g,
    message: 'compare e-mail addresses with shared/email-addresses or platform/database/addresses',
  },
]

interface LockEntry {
  readonly integrity?: string
  readonly link?: boolean
  readonly inBundle?: boolean
}

/** Requires a hash for every package of the lock file, even packages for other platforms. */
export const lockedHashes: Rule = (tree) => {
  const file = 'package-lock.json'
  const { packages = {} }: { readonly packages?: Readonly<Record<string, LockEntry>> } = JSON.parse(
    tree.get(file) ?? '{}',
  )
  return Object.entries(packages).flatMap(([path, { integrity, link, inBundle }]) =>
    path.includes('node_modules/') && !integrity && !link && !inBundle
      ? [{ file, message: `no hash for ${path}` }]
      : [],
  )
}

export const forbiddenTexts: Rule = (tree) =>
  forbidden.flatMap(({ files, pattern, message, read }) =>
    [...tree]
      .filter(([file]) => files.test(file))
      .flatMap(([file, content]) => {
        const text = read ? read(file, content) : content
        return [...text.matchAll(pattern)].map((match) => ({
          file,
          line: lineAt(text, match.index),
          message: `"${match[0]}" is not allowed here: ${message}`,
        }))
      }),
  )
