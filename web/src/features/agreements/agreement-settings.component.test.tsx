import { afterEach, expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { press } from '../../testing/agreements.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const amount = page.getByLabelText('Be om kode for avtaler over (kr inkludert mva)')
const section = page.getByRole('region', { name: 'Avtaler', exact: true })
const stored = () => commands.sql(`SELECT value->>'codeAbove' AS amount FROM system_settings WHERE key = 'agreements'`)

afterEach(() => commands.sql(`DELETE FROM system_settings WHERE key = 'agreements'`))

test('sets the amount above which a code is asked for, and shows the keys', async () => {
  await logIn('admin')
  await openOffice('/admin?tab=settings&section=avtaler')
  await expect.element(amount).toHaveValue('')
  await expect.element(section).toMatchTextContent(/Underskrift på bevisI bruk siden .*navnet [0-9a-f]{16}\./)
  await expect.element(section).toMatchTextContent(/«Kontor \(self-signed\)» har forseglet.*laget sertifikatet selv/)
  await expect.element(section).toMatchTextContent('Ikke satt opp')
  await amount.fill('50 000')
  await press('Lagre beløpet')
  await expectToast('Innstilling lagret', /Avtaler over 50\s000,00\skr ber om kode\.$/)
  expect(await stored()).toEqual([{ amount: '5000000' }])

  await commands.sql(`UPDATE system_settings SET value = '{"codeAbove": 100}' WHERE key = 'agreements'`)
  await amount.fill('')
  await press('Lagre beløpet')
  await expect.element(section).toMatchTextContent(/Endret av en annen i mellomtiden. Nå er lagret: 1,00 kr/)
  await press('Lagre beløpet')
  await expect.poll(stored).toEqual([{ amount: null }])
})
