import { deliveredCompany } from '@kontor/contract/company/company.rules'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretPlaceholder } from '../../platform/mail/mail-hooks.ts'
import { plainText } from '../../platform/mail/plain-text.ts'
import { block, mailDocument, renderSubject, renderTemplate } from './emails.mails.ts'

describe('a template', () => {
  test('is filled with values, escaped in HTML and unchanged in text', () => {
    const values = { name: 'Åse & "Bjørn" <post>', message: 'én\r\nto\ntre' }
    expect(renderTemplate('Hei {name}: {message}', values, 'html')).toBe(
      'Hei Åse &amp; &quot;Bjørn&quot; &lt;post&gt;: én<br>to<br>tre',
    )
    expect(renderTemplate('Hei {name}', values, 'text')).toBe('Hei Åse & "Bjørn" <post>')
  })

  test('keeps unknown tags, including names of inherited properties', () => {
    expect(renderTemplate('{unknown} {constructor}', { name: 'x' }, 'html')).toBe('{unknown} {constructor}')
  })

  test('does not fill tags in values', () => {
    expect(renderTemplate('{name}', { name: '{email}', email: 'hemmelig@firma.example' }, 'html')).toBe('{email}')
    expect(renderTemplate('{a}', { a: '$& $1' }, 'text')).toBe('$& $1')
  })

  test("uses a tag's fallback, or the default one, for a missing value", () => {
    const values = { company: null, phone: '', name: 'Åse' }
    const text = '{company|hos <dere> & oss}, {company}, {phone|}{phone}, {phone|uten}, {name|deg}'
    expect(renderTemplate(text, values, 'html')).toBe('hos <dere> & oss, ikke oppgitt, , uten, Åse')
    expect(renderTemplate('{company}', values, 'text', 'en')).toBe('not provided')
  })

  test('limits a subject to one line of bounded length', () => {
    expect(
      renderSubject({ type: 'contact', language: 'no', subject: 'Om:\n{message}' }, { message: 'én\r\nto\t tre' }),
    ).toBe('Om: én to tre')
    const long = renderSubject(
      { type: 'contact', language: 'no', subject: '{message}' },
      { message: '🫐'.repeat(10_000) },
    )
    expect(long).toBe(`${'🫐'.repeat(249)}…`)
  })

  test('escapes values in text and attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const html = renderTemplate('<p title="{v}">{v}</p>', { v: value }, 'html')
        const escaped = html.replaceAll('<br>', '').slice('<p title="'.length, -'</p>'.length)
        expect(escaped.match(/[<>"]/g)).toEqual(['"', '>'])
      }),
    )
  })
})

test('the plain text matches the HTML, with quotes marked and without decoration', () => {
  const body = [block.heading('Takk'), block.quote('én<br>to'), block.note('smått')].join('\n')
  const text = plainText(mailDocument('no', { title: 'Takk', body, company: deliveredCompany }))
  expect(text).toMatch(/^Eksempel AS\n+Takk\n+> én\n> to\n+smått\n+Eksempel AS, Storgata 1/)
})

test('the document has its language and an escaped title', () => {
  expect(mailDocument('no', { title: '<x>', body: '', company: deliveredCompany })).toContain('<html lang="nb">')
  expect(mailDocument('en', { title: '<x>', body: '', company: deliveredCompany })).toContain(
    '<title>&lt;x&gt;</title>',
  )
})

test('an inbox previews the first two paragraphs, escaped, up to what only the recipient may read', () => {
  const paragraphs = ['Hei, Kari &amp; Ola!', `Koden er ${secretPlaceholder}.`, 'Hilsen'].map(block.paragraph)
  const html = mailDocument('no', {
    title: 'Kode',
    body: [block.heading('Kode'), ...paragraphs].join('\n'),
    company: deliveredCompany,
  })
  expect(/<div class="preview"[^>]*>(.*?)<\/div>/.exec(html)?.[1]).toBe('Hei, Kari &amp; Ola! Koden er ')
  expect(plainText(html).match(/Kari/g)).toHaveLength(1)
})
