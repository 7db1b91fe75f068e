import { createEmailTemplate, listEmailTemplates } from '@kontor/contract/emails/emails.endpoints'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { commands, page, userEvent } from 'vitest/browser'
import { call } from '../../platform/api-client.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { expectToast } from '../../testing/locators.ts'
import { openOffice } from '../../testing/office.tsx'
import { logIn } from '../../testing/session.ts'

const dialog = page.getByRole('dialog', { name: 'Rediger mal' })
const text = dialog.getByRole('textbox', { name: 'Innhold' })
const tool = (name: string) => dialog.getByRole('button', { name, exact: true })

/** Opens a new template with this content in its dialog. */
const edit = async (content: string): Promise<void> => {
  await call(createEmailTemplate, { body: { type: 'contact', subject: 'Takk', content, isActive: false } })
  await openOffice('/admin?tab=email')
  await page.getByRole('button', { name: 'Rediger malen Takk' }).click()
  await expect.element(text).toBeVisible()
}

/** Saves by keyboard and returns the stored content. */
const save = async (): Promise<string | undefined> => {
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectToast('Suksess', 'E-post mal er oppdatert.')
  return (await call(listEmailTemplates, {}))[0]?.content
}

/** Moves the cursor to the end of the text. */
const goToEnd = async (): Promise<void> => {
  await text.click()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
}

const paste = (type: string, data: string): void => {
  const clipboardData = new DataTransfer()
  clipboardData.setData(type, data)
  text.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const clear = () => commands.sql('DELETE FROM email_templates')

beforeEach(async () => {
  await logIn('admin')
  await clear()
})
afterAll(clear)

test('writes paragraphs, bold words, lists and tags by keyboard', async () => {
  await edit('<p>Hei {name}.</p>')
  await expect.element(text).toMatchTextContent('Hei Navn.')
  await goToEnd()
  await userEvent.keyboard(' Fra {{company|dere}{Enter}{Control>}b{/Control}Husk:{Control>}b{/Control}{Enter}- kaffe')
  await expect.element(text.getByRole('listitem')).toMatchTextContent('kaffe')
  await expect.element(text).toMatchTextContent('Fra Bedrift, ellers «dere»')
  await expectAccessible()
  expect(await save()).toBe(
    '<p>Hei {name}. Fra {company|dere}</p>\n<p><strong>Husk:</strong></p>\n<ul><li>kaffe</li></ul>',
  )
})

test('a tag is one piece: a key takes it whole, and undoing brings it back', async () => {
  await edit('<p>Hei {name}</p>')
  for (const keys of ['{Backspace}', '{ArrowLeft}x']) {
    await goToEnd()
    await userEvent.keyboard(keys)
    await expect.element(text).not.toMatchTextContent(/N|a|v|n/)
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(text).toMatchTextContent('Hei Navn')
  }
  await goToEnd()
  await userEvent.keyboard('!')
  expect(await save()).toBe('<p>Hei {name}!</p>')
})

test('inserts a tag, a link and a button, and takes the last step back', async () => {
  await edit('Hei')
  await goToEnd()
  await dialog.getByRole('button', { name: 'Sett inn tagg i innholdet' }).click()
  await page.getByRole('menuitem', { name: 'Telefon {phone}, tom her' }).click()
  await expect.element(text).toHaveFocus()
  await expect.element(dialog.getByText('{phone} blir tom i maler for kontaktskjema.')).toBeVisible()
  await tool('Lenke').click()
  const address = page.getByRole('textbox', { name: 'Adresse' })
  await page.getByRole('textbox', { name: 'Tekst' }).fill('nettstedet')
  await address.fill('ikke en adresse')
  await page.getByRole('button', { name: 'Sett inn lenke' }).click()
  await expect.element(page.getByText(/^Skriv en adresse/)).toBeVisible()
  await address.fill('kunde.example/om')
  await userEvent.keyboard('{Enter}')
  await expect.element(text.getByRole('link', { name: 'nettstedet' })).toBeVisible()
  await tool('Knapp').click()
  await page.getByRole('textbox', { name: 'Tekst' }).fill('Bestill')
  await address.fill('post@kunde.example')
  await page.getByRole('button', { name: 'Sett inn knapp' }).click()
  await expect.element(text.getByRole('link', { name: 'Bestill' })).toBeVisible()
  await expect.element(text).toHaveFocus()
  await tool('Kursiv').click()
  await tool('Angre').click()
  expect(await save()).toContain('<a href="https://kunde.example/om">nettstedet</a>')
})

test('opens HTML that it cannot show as HTML, keeps it, and asks before it simplifies it', async () => {
  const content = '<table><tr><td>Celle</td></tr></table><p style="color:red">Rød</p>'
  await edit(content)
  await expect.element(text).toHaveValue(content)
  await expect.element(dialog.getByText(/ikke kan vise.*<table>.*style/)).toBeVisible()
  await expectAccessible()
  await tool('Rediger som tekst').click()
  const question = page.getByRole('alertdialog', { name: 'Redigere malen som tekst?' })
  await question.getByRole('button', { name: 'Behold HTML' }).click()
  await expect.element(text).toHaveValue(content)
  await tool('Rediger som tekst').click()
  await question.getByRole('button', { name: 'Forenkle malen' }).click()
  await expect.element(text).not.toHaveAttribute('rows')
  await text.click()
  expect(await save()).toBe('<p>Celle</p>\n<p>Rød</p>')
})

test.each([
  '<h2>Takk</h2>\n<p>Hei <i><b>{name}</b></i>,<br>og <a href="https://x.example"><b>les</b></a>.</p>',
  '<ul>\n  <li>En</li>\n  <li>To {company|hos A &amp; B}</li>\n</ul><blockquote><p>{message}</p></blockquote>',
  '<p>Hei</p><p><a class="button" href="https://x.example">Les {subject}</a></p>',
  'Hei {name},\ntakk.\n\nVi svarer i dag.',
])('shows %j as text and stores it unchanged if nothing is edited', async (content) => {
  await edit(content)
  await expect.element(text).not.toHaveAttribute('rows')
  await tool('Vis HTML').click()
  await expect.element(text).toHaveValue(content)
  await tool('Rediger som tekst').click()
  await expect.element(text).not.toHaveAttribute('rows')
  await text.click()
  expect(await save()).toBe(content)
})

test('cleans what is pasted from Word, and makes chips of its tags', async () => {
  await edit('<p>Hei</p>')
  await goToEnd()
  const item = (marker: string, words: string) =>
    `<p class="MsoListParagraph" style="margin:0;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${marker}<span>&nbsp;&nbsp;</span></span>${words}<o:p></o:p></p>`
  paste(
    'text/html',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body><!--StartFragment-->
<p class="MsoNormal" style="color:red">Kjære <b>{name}</b><o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${item('·', 'Kaffe')}${item('·', 'Te')}<p><a href="javascript:alert(1)">Les</a></p><!--EndFragment--></body></html>`,
  )
  await expect.element(text.getByRole('listitem').nth(1)).toMatchTextContent('Te')
  expect(await save()).toBe('<p>HeiKjære <strong>{name}</strong></p>\n<ul><li>Kaffe</li><li>Te</li></ul>\n<p>Les</p>')
})
