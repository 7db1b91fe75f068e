import { expect, test } from 'vitest'
import { tagsOf, templateProblem, templateTags, templateTypes } from './emails.rules.ts'

test('accepts every tag in its types, with or without a fallback', () => {
  for (const type of ['contact', 'webinar'] as const) {
    for (const name of tagsOf(type)) {
      expect(templateProblem(type, `Hei {${name}} og {${name}|noe annet & mer}.`)).toBeUndefined()
    }
  }
  expect(Object.keys(templateTags)).toEqual(
    'name email company subject message webinarName webinarDate phone'.split(' '),
  )
  expect(Object.keys(templateTypes)).toEqual(['contact', 'webinar'])
})

test.each([
  ['contact', 'Hei {navn}', /^Ukjent tagg: \{navn\}\. Disse kan brukes: \{name\}, \{email\}, \{company\}/],
  ['contact', 'Hei {Name}', 'Ukjent tagg: {Name}. Mente du {name}?'],
  ['webinar', '{ webinarname }', 'Ukjent tagg: { webinarname }. Mente du {webinarName}?'],
  ['contact', '{constructor}', /^Ukjent tagg: \{constructor\}/],
  ['contact', '{}', /^Ukjent tagg: \{\}/],
  ['contact', '{webinarDate}', /^\{webinarDate\} finnes ikke i maler for kontaktskjema\. Disse kan brukes: \{name\}/],
  ['webinar', '{message}', /^\{message\} finnes ikke i maler for webinar-påmelding/],
  ['contact', 'Hei {name', /^Krøllparentesene går ikke opp ved «Hei \{name»/],
  ['contact', 'Hei name}', /^Krøllparentesene går ikke opp/],
  ['contact', '{company|hos {name}}', /^Krøllparentesene går ikke opp ved «\{company\|hos/],
  ['contact', '{company|<b>dere</b>}', 'Reserveteksten i {company|…} kan ikke inneholde HTML-koder'],
] as const)('rejects, in a template for %s, %j', (type, text, expected) => {
  expect(templateProblem(type, text)).toMatch(expected)
})
