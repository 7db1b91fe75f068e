import { parse } from './parse.ts'
import { isSource, lineAt, type Problem, type Rule } from './tree.ts'

const nounClause = /^\*?\s+(What|Whether|How|Where|Who|Whom|Whose|Why|Which|Of|As|Also|Those|Nor|The same)\b/
const riddle =
  /\b(anew|underway|under way|who they are|likewise|(?:but|save) for|(?:any|no)thing but|the latter|there is none)\b/i

/** Rejects comments that begin with a noun clause or contain certain phrases, since these are hard to understand. */
export const plainComments: Rule = (tree) =>
  [...tree].flatMap(([file, text]): Problem[] =>
    isSource(file)
      ? parse(file, text).comments.flatMap(({ value, start }, index, comments) => {
          const goesOn = index > 0 && text.slice(comments[index - 1]?.end, start).trim() === ''
          const [, word] = (!goesOn && nounClause.exec(value)) || []
          const [, phrase] = riddle.exec(value) ?? []
          return [
            ...(word ? [`a comment begins with a verb or its subject, not with "${word}"`] : []),
            ...(phrase ? [`say "${phrase}" in plainer words`] : []),
          ].map((message) => ({ file, line: lineAt(text, start), message }))
        })
      : [],
  )
