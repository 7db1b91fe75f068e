import { distinctAddresses, isSameAddress } from '@kontor/contract/shared/email-addresses'
import { type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { hasAddress, hasInText, hasOneOf, isAmong, mailboxOf, mentions, withoutAddress } from './addresses.ts'

const { db } = await createTestDatabase()

const selected = async (value: SQL): Promise<unknown> =>
  (await db.execute<{ value: unknown }>(sql`select ${value} value`)).rows[0]?.value

test.each([
  ['ola@firma.no', 'ola@firma.no', true],
  ['Ola@Firma.NO', 'oLA@firma.no', true],
  ['nicola@firma.no', 'ola@firma.no', false],
  ['ola@firma.no.example', 'ola@firma.no', false],
  ['ola+salg@firma.no', 'ola@firma.no', false],
  ['o_a@firma.no', 'ola@firma.no', false],
  ['', 'ola@firma.no', false],
])('%s and %s are compared alike everywhere: %s', async (address, other, same) => {
  const column = sql`${address}::text`
  const list = sql`array[${address}, 'annen@firma.no']::text[]`
  expect({
    code: isSameAddress(address, other),
    column: await selected(hasAddress(column, other)),
    oneOf: await selected(hasOneOf(column, ['annen@firma.no', other])),
    among: await selected(isAmong(list, other)),
    mentioned: await selected(mentions(sql`jsonb_build_object('a', ${list})`, other)),
    inText: await selected(hasInText(sql`${`Sendt til ${address}, kopi til annen@firma.no.`}::text`, other)),
    atEnd: await selected(hasInText(sql`${`Sendt til <b>${address}</b> og ${address}.`}::text`, other)),
    kept: !(await selected(sql`${address}::text = any(${withoutAddress(list, other)})`)),
  }).toEqual({
    code: same,
    column: same,
    oneOf: same,
    among: same,
    mentioned: same,
    inText: same,
    atEnd: same,
    kept: same,
  })
})

test('two missing addresses are the same, and each address is listed once in its last spelling', () => {
  expect([isSameAddress(null, undefined), isSameAddress(null, 'a@b.no')]).toEqual([true, false])
  expect(distinctAddresses(['A@b.no', null, 'c@b.no', 'a@B.no', null])).toEqual(['a@B.no', null, 'c@b.no'])
})

test.each([
  ['Ola.Nordmann+tilbud@GoogleMail.com', 'olanordmann@gmail.com'],
  ['Ola.Nordmann+tilbud@Firma.no', 'ola.nordmann@firma.no'],
])('%s delivers to the mailbox %s', async (address, mailbox) => {
  expect(await selected(mailboxOf(sql`${address}::text`))).toBe(mailbox)
})
