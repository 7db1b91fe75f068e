import { expectAccessible } from '../harness/axe.ts'
import { siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'
import { registerFor } from '../harness/webinars.ts'

const name = 'Klar for ISO 14001'
const joinLink = 'https://mote.example/iso'

test('a visitor waits for a seat in a full webinar, and gets it when another cancels by the link in the mail', async ({
  page,
  admin,
  kontor,
  smtp,
}) => {
  await kontor.sql('DELETE FROM webinars')
  const [webinar] = await kontor.sql(
    'INSERT INTO webinars (name, date, capacity, join_link) VALUES ($1, $2, 1, $3) RETURNING id',
    [name, '2031-06-24T08:00:00.000Z', joinLink],
  )
  await registerFor(admin, String(webinar?.id), { name: 'Kari Nordmann', email: 'kari@plass.example' })
  const states = async () =>
    (await kontor.sql('SELECT state FROM webinar_registrations ORDER BY created_at')).map(({ state }) => state)

  await test.step('the site offers the waiting list', async () => {
    await page.goto('/')
    await page.mouse.wheel(0, 300)
    const section = page.locator('#webinar-registration')
    await section.getByText(name).click()
    await section.getByLabel('Navn').fill('Ola Nordmann')
    await section.getByLabel('E-post').fill('ola@plass.example')
    await section.getByRole('button', { name: 'Fullt: sett meg på venteliste' }).click()
    await expect(siteToast(page, 'Du står på venteliste')).toBeVisible()
    await smtp.waitFor(({ to, mail }) => to.includes('ola@plass.example') && /^Venteliste/.test(mail.subject ?? ''))
    expect(await states()).toEqual(['registered', 'waiting'])
  })

  await test.step('opening the link in the mail cancels nothing; its button does', async () => {
    const { mail } = await smtp.waitFor(({ to }) => to.includes('kari@plass.example'))
    expect(mail.text).toContain(joinLink)
    const link = /https?:\/\/\S+\/webinar-registration\/[\w-]+/.exec(mail.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Du er påmeldt' })).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Du er påmeldt' })).toBeVisible()
    expect(await states()).toEqual(['registered', 'waiting'])
    await page.getByRole('button', { name: 'Meld meg av' }).click()
    await expect(page.getByRole('heading', { name: 'Du er avmeldt' })).toBeFocused()
    expect(await states()).toEqual(['cancelled', 'registered'])
  })

  await test.step('both get a mail, with a calendar file that fits', async () => {
    const attachmentsTo = async (address: string, subject: RegExp) => {
      const { mail } = await smtp.waitFor(
        ({ to, mail: received }) => to.includes(address) && subject.test(received.subject ?? ''),
      )
      return mail.attachments
    }
    expect(await attachmentsTo('kari@plass.example', /^Du er avmeldt/)).toMatchObject([{ method: 'CANCEL' }])
    expect(await attachmentsTo('ola@plass.example', /^Du har fått plass/)).toMatchObject([{ method: 'PUBLISH' }])
  })

  await test.step('the way back leads to the webinars of the site', async () => {
    await page.getByRole('link', { name: 'Se webinarene' }).click()
    await expect(page.locator('#webinar-registration')).toBeInViewport()
  })
})
