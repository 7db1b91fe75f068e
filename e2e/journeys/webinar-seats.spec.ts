import { siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const name = 'Internkontroll uten permer'
const joinLink = 'https://mote.example/internkontroll'

test('a visitor takes the last seat of a webinar, another waits for it, and gets it when the first cancels by mail', async ({
  page,
  kontor,
  smtp,
}) => {
  await kontor.sql('DELETE FROM webinars')
  await kontor.sql('INSERT INTO webinars (name, date, join_link) VALUES ($1, $2, $3)', [
    name,
    '2031-06-24T08:00:00.000Z',
    joinLink,
  ])
  const section = page.locator('#webinar-registration')
  const field = (label: string) => section.getByLabel(label)
  const card = section.getByRole('radio')
  const submit = section.getByRole('button', { name: 'Meld meg på' })
  const registrations = () =>
    kontor.sql('SELECT name, email, company, phone, state, suspect FROM webinar_registrations ORDER BY created_at')
  const states = async () => (await registrations()).map(({ state }) => state)
  const mailTo = async (address: string, subject = /./) => {
    const { mail } = await smtp.waitFor(
      ({ to, mail: received }) => to.includes(address) && subject.test(received.subject ?? ''),
    )
    return mail
  }

  // In the viewport, so that it loads without a move.
  await page.goto('/#webinar-registration')
  await expect(card).toHaveCount(1)

  await test.step('the first visitor chooses it and registers', async () => {
    await expect(card).toHaveAccessibleName(/24.*jun.*Internkontroll uten permer.*tirsdag kl\. 10:00/s)
    await expect(submit).toBeDisabled()
    await section.getByText(name).click()
    await expect(section.locator('[data-selected]')).toContainText('tirsdag 24. juni 2031 kl. 10:00')
    await field('Navn').fill('Kari Nordmann')
    await field('E-post').fill('kari@plass.example')
    await field('Bedrift').fill('Nordmann AS')
    await field('Telefon').fill('+47 40 00 00 00')
    // In the middle of the window, so that the result below it fits too.
    await submit.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await submit.hover()
    await page.mouse.down()
    await page.mouse.up()
    await expect(siteToast(page, 'Takk for påmeldingen!')).toContainText('Vi sender deg en e-post bekreftelse snart.')
    await expect(section.locator('[data-result="sent"]')).toContainText('Takk for påmeldingen!')
    await expect(section.locator('[data-result="sent"]')).toBeFocused()
    await expect(field('Navn')).toBeHidden()
    await expect(section.getByRole('radio', { checked: true })).toHaveCount(0)
    expect(await registrations()).toEqual([
      {
        name: 'Kari Nordmann',
        email: 'kari@plass.example',
        company: 'Nordmann AS',
        phone: '+47 40 00 00 00',
        state: 'registered',
        suspect: false,
      },
    ])
  })

  const confirmation = await test.step('gets a mail with a calendar file, and the office a notice', async () => {
    const mail = await mailTo('kari@plass.example')
    expect(mail.text).toContain('tirsdag 24. juni 2031 kl. 10:00')
    expect(mail.text).toContain(joinLink)
    const [file] = mail.attachments
    expect(file?.mimeType).toBe('text/calendar')
    const calendar = typeof file?.content === 'string' ? file.content : new TextDecoder().decode(file?.content)
    expect(calendar).toMatch(/DTSTART(?:;TZID=Europe\/Oslo:20310624T100000|:20310624T080000Z)/)
    expect(calendar).toMatch(/^UID:/m)
    await smtp.waitFor(
      ({ to, mail: notice }) =>
        to.includes('kontoret@eksempel.example') && Boolean(notice.text?.includes('kari@plass.example')),
    )
    return mail
  })

  await kontor.sql('UPDATE webinars SET capacity = 1')
  await test.step('the second visitor is offered the waiting list', async () => {
    await page.reload()
    await page.mouse.wheel(0, 300)
    await section.getByText(name).click()
    await field('Navn').fill('Ola Nordmann')
    await field('E-post').fill('ola@plass.example')
    await section.getByRole('button', { name: 'Fullt: sett meg på venteliste' }).click()
    await expect(siteToast(page, 'Du står på venteliste')).toBeVisible()
    await mailTo('ola@plass.example', /^Venteliste/)
    expect(await states()).toEqual(['registered', 'waiting'])
  })

  await test.step('opening the link in the mail cancels nothing; its button does', async () => {
    const link = /https?:\/\/\S+\/webinar-registration\/[\w-]+/.exec(confirmation.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Du er påmeldt' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Du er påmeldt' })).toBeVisible()
    expect(await states()).toEqual(['registered', 'waiting'])
    await page.getByRole('button', { name: 'Meld meg av' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Meld meg av' }).click()
    await expect(page.getByRole('heading', { name: 'Du er avmeldt' })).toBeFocused()
    expect(await states()).toEqual(['cancelled', 'registered'])
  })

  await test.step('both get a mail, with a calendar file that fits', async () => {
    const cancelled = await mailTo('kari@plass.example', /^Du er avmeldt/)
    expect(cancelled.attachments).toMatchObject([{ method: 'CANCEL' }])
    const seated = await mailTo('ola@plass.example', /^Du har fått plass/)
    expect(seated.attachments).toMatchObject([{ method: 'PUBLISH' }])
  })

  await test.step('the way back leads to the webinars of the site', async () => {
    await page.getByRole('link', { name: 'Se webinarene' }).click()
    await expect(section).toBeInViewport()
  })
})
