import { expect, test } from 'vitest'
import {
  emptyTagsIn,
  fillTags,
  sampleValues,
  tagNames,
  tagValues,
  templateProblem,
  templateTypes,
} from './emails.rules.ts'

test('accepts every tag, with or without a fallback', () => {
  for (const name of tagNames) {
    expect(templateProblem(`Hei {${name}} og {${name}|noe annet & mer}.`)).toBeUndefined()
  }
  expect(tagNames).toEqual('name email company subject message webinarName webinarDate phone'.split(' '))
  expect(Object.keys(templateTypes)).toEqual(['contact', 'webinar'])
})

test.each([
  ['Hei {navn}', /^Ukjent tagg: \{navn\}\. Disse kan brukes: \{name\}, \{email\}, \{company\}, .*\{phone\}$/],
  ['Hei {Name}', 'Ukjent tagg: {Name}. Mente du {name}?'],
  ['{ webinarname }', 'Ukjent tagg: { webinarname }. Mente du {webinarName}?'],
  ['{constructor}', /^Ukjent tagg: \{constructor\}/],
  ['{}', /^Ukjent tagg: \{\}/],
  ['Hei {name', /^Krøllparentesene går ikke opp ved «Hei \{name»/],
  ['Hei name}', /^Krøllparentesene går ikke opp/],
  ['{company|hos {name}}', /^Krøllparentesene går ikke opp ved «\{company\|hos/],
  ['{company|<b>dere</b>}', 'Reserveteksten i {company|…} kan ikke inneholde HTML-koder'],
] as const)('rejects %j', (text, expected) => {
  expect(templateProblem(text)).toMatch(expected)
})

test('leaves a tag that does not apply empty, and writes "ikke oppgitt" for one that was left out', () => {
  const filled = (type: 'contact' | 'webinar', text: string) =>
    fillTags(text, tagValues(type, { name: 'Kari', phone: null, message: 'Hei' }), {
      write: (value) => value,
      missing: 'ikke oppgitt',
    })
  expect(filled('contact', '{name}: {message}{phone}, {phone|uten telefon}')).toBe('Kari: Hei, uten telefon')
  expect(filled('webinar', '{name}{message}: {phone}, {company}')).toBe('Kari: ikke oppgitt, ikke oppgitt')
  expect(sampleValues('contact', 'no')).toMatchObject({ name: 'Kari Nordmann', phone: '', webinarName: '' })
})

test('names the tags of a text that are empty in a type', () => {
  const text = '{webinarName}, {phone|-}, {message}, {name} og {webinarName}'
  expect([emptyTagsIn('contact', text), emptyTagsIn('webinar', text)]).toEqual([['webinarName', 'phone'], ['message']])
})
