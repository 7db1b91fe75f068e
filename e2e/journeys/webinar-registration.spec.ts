import { expectAccessible } from '../harness/axe.ts'
import { isHydrated, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const name = 'Internkontroll uten permer'

test('a visitor sees the webinars without a click, chooses one and registers: mail, calendar file, notice', async ({
  page,
  kontor,
  smtp,
}) => {
  await kontor.sql('DELETE FROM webinars')
  await kontor.sql('INSERT INTO webinars (name, date) VALUES ($1, $2)', [name, '2031-06-24T08:00:00.000Z'])
  const section = page.locator('#webinar-registration')
  const field = (label: string) => section.getByLabel(label)
  const card = section.getByRole('radio')
  const submit = section.getByRole('button', { name: 'Meld meg på' })

  await test.step('in a tall window without moving, in another by the wheel', async () => {
    await page.setViewportSize({ width: 1280, height: 9000 })
    await page.goto('/')
    await expect(card).toHaveCount(1)
    expect(await isHydrated(page)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/')
    await page.mouse.wheel(0, 300)
    await expect(card).toHaveCount(1)
  })

  await expect(card).toHaveAccessibleName(/24.*jun.*Internkontroll uten permer.*tirsdag kl\. 10:00/s)
  await expect(submit).toBeDisabled()
  await expectAccessible(page)

  await section.getByText(name).click()
  await expect(section.locator('[data-selected]')).toContainText('tirsdag 24. juni 2031 kl. 10:00')
  await expect(section.locator('[data-selected]')).toContainText(name)
  await field('Navn').fill('Kari Nordmann')
  await field('E-post').fill('kari@webinar.example')
  await field('Bedrift').fill('Nordmann AS')
  await expect(field('Telefon')).toHaveAttribute('type', 'tel')
  await expect(field('Telefon')).toHaveAttribute('placeholder', '+47 12 34 56 78')
  await field('Telefon').fill('+47 40 00 00 00')
  // In the middle of the window, so that the result below it fits too.
  await submit.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await submit.hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(siteToast(page, 'Takk for påmeldingen!')).toContainText('Vi sender deg en e-post bekreftelse snart.')
  await expect(section.locator('[data-result="sent"]')).toContainText('Takk for påmeldingen!')
  await test.step('the second click of a slow double click neither sends nor takes the focus', async () => {
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await expect(section.locator('[data-result="sent"]')).toBeFocused()
  })
  await expect(field('Navn')).toHaveValue('')
  await expect(section.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(submit).toBeDisabled()
  await expectAccessible(page)
  expect(await kontor.sql('SELECT name, email, company, phone, suspect FROM webinar_registrations')).toEqual([
    {
      name: 'Kari Nordmann',
      email: 'kari@webinar.example',
      company: 'Nordmann AS',
      phone: '+47 40 00 00 00',
      suspect: false,
    },
  ])

  const { mail } = await smtp.waitFor(({ to }) => to.includes('kari@webinar.example'))
  expect(mail.text).toContain('tirsdag 24. juni 2031 kl. 10:00')
  const [file] = mail.attachments
  expect(file?.mimeType).toBe('text/calendar')
  const calendar = typeof file?.content === 'string' ? file.content : new TextDecoder().decode(file?.content)
  expect(calendar).toMatch(/DTSTART(?:;TZID=Europe\/Oslo:20310624T100000|:20310624T080000Z)/)
  expect(calendar).toMatch(/^UID:/m)
  await smtp.waitFor(
    ({ to, mail: notice }) =>
      to.includes('kontoret@eksempel.example') && Boolean(notice.text?.includes('kari@webinar.example')),
  )
})
