import { expectAccessibleMail } from '../harness/axe.ts'
import { truncateStatement } from '../harness/database.ts'
import { focusedElement, tabTo } from '../harness/keyboard.ts'
import { clearEnquiries, openPanel } from '../harness/panel.ts'
import { labels, siteToast } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const visitor = {
  name: 'Jane Østergård',
  email: 'jane@northlights.example',
  company: 'Northlights Ltd',
  subject: 'Consulting services',
  message: 'We would like to be certified.\nCan you help us before <summer> & rain?',
}

test('an enquiry goes from a visitor without a mouse to the panel, both mailboxes and the customers', async ({
  page,
  context,
  admin,
  kontor,
  smtp,
}) => {
  await clearEnquiries(admin)
  await kontor.sql(truncateStatement('customers'))

  await test.step('the visitor writes in English, with the keyboard alone', async () => {
    await page.goto('/en/')
    // Its arrival moves content below the fold by some pixels, even a field that a Tab has just scrolled to.
    await expect(page.locator('html.typeface')).toBeAttached()
    await page.keyboard.press('Tab')
    expect((await focusedElement(page)).name).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await tabTo(page, labels.en.name)
    await page.keyboard.type(visitor.name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(visitor.email)
    await tabTo(page, labels.en.company)
    await page.keyboard.type(visitor.company)
    await tabTo(page, labels.en.subject)
    await page.keyboard.type('Cons')
    await tabTo(page, labels.en.message)
    await page.keyboard.type(visitor.message)
    await tabTo(page, labels.en.send)
    await page.keyboard.press('Enter')
    await expect(siteToast(page, 'Message sent successfully!')).toContainText(
      "We'll get back to you as soon as possible.",
    )
  })

  const mails = await test.step('the mail server has both mails', async () => {
    const confirmation = await smtp.waitFor(({ to }) => to.includes(visitor.email))
    expect(confirmation.mail.from?.address).toBe('post@eksempel.example')
    expect(confirmation.mail.html).toContain('<html lang="en"')
    expect(confirmation.mail.text).not.toContain('summer')
    const notice = await smtp.waitFor(
      ({ to, mail }) => to.includes('kontoret@eksempel.example') && Boolean(mail.subject?.includes(visitor.name)),
    )
    expect(notice.mail.replyTo).toEqual([expect.objectContaining({ address: visitor.email })])
    expect(notice.mail.html).toContain('&lt;summer&gt; &amp; rain?')
    return [confirmation, notice]
  })

  const panel = await context.newPage()
  const record = panel.getByRole('dialog', { name: visitor.name })
  const row = panel.getByRole('row').filter({ hasText: visitor.email })
  await test.step('the administrator finds the enquiry', async () => {
    await openPanel(panel)
    await expect(panel.getByRole('heading', { name: 'Kontakthenvendelser (1 totalt)' })).toBeVisible()
    await expect(row).toContainText('Jane Østergård')
  })

  await test.step('answers it from its record', async () => {
    await row.getByText('Northlights Ltd').click()
    await expect(record).toContainText(visitor.message)
    await record.getByRole('textbox', { name: /^Svar/ }).fill('Dear Jane,\n\nYes, we can.')
    await record.getByRole('button', { name: 'Send svar' }).click()
    const subject = 'Re: Consulting services'
    const { mail } = await smtp.waitFor((received) => received.mail.subject === subject)
    expect(mail.text).toContain('Yes, we can.')
    await expect(record.getByRole('listitem').filter({ hasText: 'Svar: Consulting services' })).toContainText('Sendt')
    await expect(record.getByRole('button', { name: 'Merk som ny' })).toBeVisible()
  })

  await test.step('makes a customer of it', async () => {
    await record.getByRole('button', { name: 'Gjør til kunde' }).click()
    await panel.getByRole('dialog', { name: 'Gjør til kunde' }).getByRole('button', { name: 'Gjør til kunde' }).click()
    await expect(record.getByRole('link', { name: 'Northlights Ltd' })).toBeVisible()
    await record.getByRole('button', { name: 'Lukk' }).click()
    await expect(record).toBeHidden()
  })

  await test.step('the mails themselves are readable for everybody', async () => {
    const reader = await context.newPage()
    for (const { mail } of mails) await expectAccessibleMail(reader, mail.html ?? '')
    await reader.close()
  })
})
