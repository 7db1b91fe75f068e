import { expect, test } from 'vitest'
import { formatsIn } from './languages.ts'

const shown = ({ day, dayOf, moment, clock, amount, number, percent }: (typeof formatsIn)['no']) =>
  [
    day('2026-06-30'),
    dayOf('2026-06-30T22:30:00.000Z'),
    moment('2026-03-24T09:00:00.000Z'),
    clock('2026-03-24T09:00:00.000Z'),
    amount(123_450),
    number(10_000),
    percent(12.5),
  ].map((text) => text.replaceAll(/\s/g, ' '))

test('formats dates, amounts and numbers in both languages, in Oslo time', () => {
  expect(shown(formatsIn.no)).toEqual([
    '30. juni 2026',
    '1. juli 2026',
    '24. mars 2026 kl. 10:00',
    '10:00',
    '1 234,50 kr',
    '10 000',
    '12,5 %',
  ])
  expect(shown(formatsIn.en)).toEqual([
    '30 June 2026',
    '1 July 2026',
    '24 March 2026 at 10:00',
    '10:00',
    'NOK 1,234.50',
    '10,000',
    '12.5%',
  ])
})
