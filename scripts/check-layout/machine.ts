import type { Problem, Rule } from './tree.ts'

const machinePaths = /(?:^|[\s"'`=(:])(\/(?:work|root|Users)\/[\w.-]+|\/home\/(?!\$|<)[\w.-]+\/|[A-Z]:\\Users\\)/

/** No paths of a local machine. */
export const noMachinePaths: Rule = (tree) =>
  [...tree].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index): Problem[] => {
      const found = machinePaths.exec(line)
      return found ? [{ file, line: index + 1, message: `names a folder of one machine: ${found[1]}` }] : []
    }),
  )

/** The lock file and .npmrc contain no registry URL: everybody uses their own. */
export const noRegistry: Rule = (tree) =>
  ['package-lock.json', '.npmrc'].flatMap((file) =>
    (tree.get(file) ?? '').split('\n').flatMap((line, index): Problem[] => {
      const found = /"resolved":\s*"https?:|^\s*(?:@\w+:)?registry\s*=|_authToken/.test(line)
      return found ? [{ file, line: index + 1, message: 'names the address of a registry' }] : []
    }),
  )
