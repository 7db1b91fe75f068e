import { expectToast, openPanel, passGate } from '../harness/panel.ts'
import { expect, test } from '../harness/test.ts'
import { clearWebinars, registerFor } from '../harness/webinars.ts'

test.beforeEach(async ({ admin }) => {
  await clearWebinars(admin)
})

test('a webinar is created with the keyboard alone, registered for, moved, and its registrations are exported', async ({
  page,
  admin,
  smtp,
}) => {
  await test.step('the administrator creates it', async () => {
    await openPanel(page, '/admin?tab=webinars')
    await expect(page.getByText('Ingen webinarer ennå')).toBeVisible()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'Nytt webinar' })
    await expect(dialog.getByLabel('Navn')).toBeFocused()
    await page.keyboard.type('Åpenhetsloven i praksis')
    await page.keyboard.press('Tab')
    await page.keyboard.type('24.3.37')
    await page.keyboard.press('Tab')
    await expect(dialog.getByRole('textbox', { name: 'Dato' })).toHaveValue('24.03.2037')
    await page.keyboard.press('Tab')
    await page.keyboard.type('930')
    await page.keyboard.press('Control+Enter')
    await expectToast(page, 'Suksess', 'Webinaret er opprettet.')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Webinarer (1)', exact: true })).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: 'Åpenhetsloven i praksis' })
    for (const text of ['Aktiv', '24.03.2037', '09:30', '0']) {
      await expect(row.getByText(text, { exact: true })).toBeVisible()
    }
  })

  const active: { id: string }[] = await (await admin.get('/api/webinars/active')).json()
  expect(active).toMatchObject([{ date: '2037-03-24T08:30:00.000Z' }])
  await registerFor(admin, active[0]?.id ?? '', { name: 'Kari Nordmann', email: 'kari@reise.example' })

  await test.step('the URL keeps which registrations are shown over a reload and the gate', async () => {
    await page.getByRole('button', { name: 'Påmeldinger til Åpenhetsloven i praksis' }).click()
    await page.reload()
    await passGate(page)
    await expect(page.getByRole('heading', { name: 'Påmeldinger (1)', exact: true })).toBeVisible()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Eksporter' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('paameldinger.xlsx')
  })

  await test.step('a new time is mailed with a calendar file, and so is the cancellation', async () => {
    const calendarOf = async (subject: RegExp) => {
      const { mail } = await smtp.waitFor(
        ({ to, mail: received }) => to.includes('kari@reise.example') && subject.test(received.subject ?? ''),
      )
      return mail.attachments
    }
    await page.getByRole('button', { name: 'Rediger Åpenhetsloven i praksis' }).click()
    await page.getByLabel('Klokkeslett').fill('14')
    await page.getByRole('button', { name: 'Lagre', exact: true }).click()
    expect(await calendarOf(/^Nytt tidspunkt/)).toMatchObject([{ filename: 'webinar.ics', method: 'PUBLISH' }])
    await page.getByRole('button', { name: 'Slett Åpenhetsloven i praksis' }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Slett/ })
      .click()
    expect(await calendarOf(/^Avlyst/)).toMatchObject([{ method: 'CANCEL' }])
  })
})
