import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

const link = (label: string, href = 'https://x.example/Zk3vQ9') => `<a href="${href}">${label}</a>`
const address = 'https://x.example/Zk3vQ9'

test.each([
  ['in a sentence', `<p>Hei? ${link('Meld deg av her')}. Takk.</p>`, `Hei? Meld deg av her:\n${address}\nTakk.`],
  ['at its end', `<p>Meld deg av ${link('her')}.</p><p>Hilsen</p>`, `Meld deg av her:\n${address}\n\nHilsen`],
  ['two', `<p>Se ${link('én')} og ${link('to')}!</p>`, `Se én:\n${address}\nog to:\n${address}`],
  ['its own label', `<p>Lenke<br>${link(address)}</p>`, `Lenke\n${address}`],
  ['in brackets', `<p>Les («${link(address)}»). Takk.</p>`, `Les\n${address}\nTakk.`],
  ['in angle brackets', `<p>&lt;${link(address)}&gt;</p>`, address],
  ['a button', `<table><tr><td>${link('<b>Les</b> og svar')}</td></tr></table>`, `Les og svar:\n${address}`],
  ['with a question mark', `<p>${link('Kommer du?')}</p>`, `Kommer du?\n${address}`],
  ['in a list', `<ul><li>${link('Én')};</li><li>To</li></ul>`, ` * Én:\n   ${address}\n * To`],
  ['in a quote', `<blockquote>Se ${link('her')}.</blockquote>`, `> Se her:\n> ${address}`],
  ['without a label', `<p>${link('<img src="x">')}, ja</p>`, `${address}\nja`],
  ['longer than a line', link('Les', `${address}${'a'.repeat(90)}`), `Les:\n${address}${'a'.repeat(90)}`],
  ['to a mailbox', `<p>Skriv til ${link('a@b.example', 'mailto:a@b.example')}.</p>`, 'Skriv til a@b.example.'],
  ['to a named mailbox', `<p>Skriv til ${link('oss', 'mailto:a@b.example')}.</p>`, 'Skriv til oss:\na@b.example'],
  ['to a telephone', `<p>Ring ${link('+47 12 34', 'tel:+471234')}.</p>`, 'Ring +47 12 34.'],
  ['without an address', '<p><a>Ingen</a>.</p>', 'Ingen.'],
])('writes the address of a link on a line of its own: %s', (_, html, text) => {
  expect(plainText(html)).toBe(text)
})
