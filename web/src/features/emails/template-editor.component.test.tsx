import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../../testing/office.tsx'
import { TooltipProvider } from '../../ui/base/tooltip.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TemplateContent } from './components/template-content.tsx'

/** The content as a template's form would save it. */
let content = ''

const text = page.getByRole('textbox', { name: 'Innhold' })
const tool = (name: string) => page.getByRole('button', { name, exact: true })

function Form() {
  const [value, setValue] = useState(content)
  const change = (next: string) => {
    content = next
    setValue(next)
  }
  const rest = { type: 'contact', onBlur: () => {}, focusRef: () => {} } as const
  return (
    <TooltipProvider>
      <Field label="Innhold">
        {(control) => <TemplateContent control={control} value={value} onChange={change} {...rest} />}
      </Field>
    </TooltipProvider>
  )
}

const edit = async (initial: string): Promise<void> => {
  content = initial
  const { unmount } = await mount(<Form />)
  close = unmount
  await expect.element(text).toBeVisible()
}

let close = (): Promise<void> => Promise.resolve()

/** Moves the cursor to the end of the text. */
const goToEnd = async (): Promise<void> => {
  await text.click()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard('{Control>}{End}{/Control}')
}

const paste = (html: string): void => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', html)
  text.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('writes paragraphs, bold words, lists and tags by keyboard', async () => {
  await edit('<p>Hei {name}.</p>')
  await expect.element(text).toMatchTextContent('Hei Navn.')
  await goToEnd()
  await userEvent.keyboard(' Fra {{company|dere}{Enter}{Control>}b{/Control}Husk:{Control>}b{/Control}{Enter}- kaffe')
  await expect.element(text.getByRole('listitem')).toMatchTextContent('kaffe')
  await expect.element(text).toMatchTextContent('Fra Bedrift, ellers «dere»')
  expect(content).toBe('<p>Hei {name}. Fra {company|dere}</p>\n<p><strong>Husk:</strong></p>\n<ul><li>kaffe</li></ul>')
})

test('a tag is one piece: a key deletes all of it, and undo restores it', async () => {
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
  expect(content).toBe('<p>Hei {name}!</p>')
})

test('inserts a tag, a link and a button, and undoes the last step', async () => {
  await edit('Hei')
  await goToEnd()
  await tool('Kursiv').click()
  await userEvent.keyboard('x')
  await tool('Kursiv').click()
  await tool('Sett inn tagg i innholdet').click()
  await page.getByRole('menuitem', { name: 'Telefon {phone}, tom her' }).click()
  await expect.element(text).toHaveFocus()
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
  expect(content).toContain('<p>Hei<em>x</em>{phone}<a href="https://kunde.example/om">nettstedet</a>')
  expect(content).toContain('href="mailto:post@kunde.example"')
  await tool('Angre').click()
  await expect.element(text.getByRole('link', { name: 'Bestill' })).not.toBeInTheDocument()
  await expect.element(text.getByRole('link', { name: 'nettstedet' })).toBeVisible()
})

test('opens HTML that it cannot show as HTML, keeps it, and asks before it simplifies it', async () => {
  const table = '<table><tr><td>Celle</td></tr></table><p style="color:red">Rød</p>'
  await edit(table)
  await expect.element(text).toHaveValue(table)
  await expect.element(page.getByText(/ikke kan vise.*<table>.*style/)).toBeVisible()
  await tool('Rediger som tekst').click()
  const question = page.getByRole('alertdialog', { name: 'Redigere malen som tekst?' })
  await question.getByRole('button', { name: 'Behold HTML' }).click()
  await expect.element(text).toHaveValue(table)
  await tool('Rediger som tekst').click()
  await question.getByRole('button', { name: 'Forenkle malen' }).click()
  await expect.element(text).not.toHaveAttribute('rows')
  expect(content).toBe('<p>Celle</p>\n<p>Rød</p>')
})

test('shows content as text and keeps it unchanged if nothing is edited', async () => {
  for (const stored of [
    '<h2>Takk</h2>\n<p>Hei <i><b>{name}</b></i>,<br>og <a href="https://x.example"><b>les</b></a>.</p>',
    '<ul>\n  <li>En</li>\n  <li>To {company|hos A &amp; B}</li>\n</ul><blockquote><p>{message}</p></blockquote>',
    '<p>Hei</p><p><a class="button" href="https://x.example">Les {subject}</a></p>',
    'Hei {name},\ntakk.\n\nVi svarer i dag.',
  ]) {
    await edit(stored)
    await expect.element(text, { message: stored }).not.toHaveAttribute('rows')
    await tool('Vis HTML').click()
    await expect.element(text).toHaveValue(stored)
    await tool('Rediger som tekst').click()
    await expect.element(text).not.toHaveAttribute('rows')
    await text.click()
    expect(content).toBe(stored)
    await close()
  }
})

test('cleans text pasted from Word, and makes chips of its tags', async () => {
  await edit('<p>Hei</p>')
  await goToEnd()
  const item = (marker: string, words: string) =>
    `<p class="MsoListParagraph" style="margin:0;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${marker}<span>&nbsp;&nbsp;</span></span>${words}<o:p></o:p></p>`
  paste(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{color:red}</style></head><body><!--StartFragment-->
<p class="MsoNormal" style="color:red">Kjære <b>{name}</b><o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p>${item('·', 'Kaffe')}${item('·', 'Te')}<p><a href="javascript:alert(1)">Les</a></p><!--EndFragment--></body></html>`)
  await expect.element(text.getByRole('listitem').nth(1)).toMatchTextContent('Te')
  expect(content).toBe('<p>HeiKjære <strong>{name}</strong></p>\n<ul><li>Kaffe</li><li>Te</li></ul>\n<p>Les</p>')
})
