import { parse } from './parse.ts'
import { isSource, lineAt, type Problem, type Rule } from './tree.ts'

const nounClause = /^\*\s+(What|Whether|How|Where|Who|Whom|Whose|Why|Which|Of|As|Also|Those|The same)\b/

/** Doc comments begin with a verb or "The", since noun clauses must be read twice. */
export const plainComments: Rule = (tree) =>
  [...tree].flatMap(([file, text]): Problem[] =>
    isSource(file)
      ? parse(file, text).comments.flatMap(({ value, start }) => {
          const [, word] = nounClause.exec(value) ?? []
          const message = `a doc comment begins with a verb or "The", not with "${word}"`
          return word ? [{ file, line: lineAt(text, start), message }] : []
        })
      : [],
  )
