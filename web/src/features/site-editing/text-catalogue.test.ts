import { expect, test } from 'vitest'
import { dictionaries } from '../../site/texts/dictionaries.ts'
import { allTexts, textPages, textsOfPage } from './components/text-catalogue.ts'
import { placeOf, textName } from './components/text-names.ts'

test('every text is listed on a page', () => {
  const listed = new Set(Object.keys(textPages).flatMap((page) => textsOfPage(page).map(({ id }) => id)))
  expect(allTexts.map(({ id }) => id).filter((id) => !listed.has(id))).toEqual([])
  expect(allTexts.length).toBeGreaterThan(Object.keys(dictionaries).length)
})

test('the texts of forms and webinars are listed where they stand: on the home page', () => {
  const dictionariesOf = (page: string) => textPages[page]?.dictionaries ?? []
  const onlyAtHome = ['form', 'contact', 'webinarForm', 'webinarDetails', 'webinars', 'webinarTitle'] as const
  const others = Object.keys(textPages).filter((page) => page !== 'home')
  expect(dictionariesOf('home')).toEqual(expect.arrayContaining([...onlyAtHome]))
  for (const page of others)
    expect(
      dictionariesOf(page).filter((name) => onlyAtHome.some((one) => one === name)),
      page,
    ).toEqual([])
})

test('every text has a name and a place', () => {
  expect(allTexts.map(({ id }) => id).filter((id) => textName(id) === undefined)).toEqual([])
  const nameOf = (id: string) => `${placeOf(id)} · ${textName(id)}`
  expect(['home.hero.title.0', 'about.visionTitle', 'titleHome.description'].map(nameOf)).toEqual([
    'Forsiden · Topp · Overskrift 1',
    'Om oss · Visjon: overskrift',
    'For søkemotorer · Beskrivelse for søkemotorer',
  ])
})
