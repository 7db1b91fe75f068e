import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailHtmlProblem, sanitizeMailHtml } from './mail-html.ts'

test('leaves common mail HTML unchanged', () => {
  const html =
    '<h2 style="color:#10262b">Hei {name}</h2><p>Takk &amp; velkommen, <a href="https://www.eksempel.example">les mer</a>.</p><ul><li>én</li></ul><img src="https://www.eksempel.example/x.png" alt="Logo" />'
  expect(mailHtmlProblem(html)).toBeUndefined()
  expect(sanitizeMailHtml(html)).toBe(html)
})

test.each([
  ['<script>alert(1)</script>', '<script> kan ikke stå i en e-post'],
  ['<p onclick="alert(1)">x</p>', 'onclick i <p> kan ikke stå i en e-post'],
  ['<img src=x onerror=alert(1)>', 'onerror i <img> kan ikke stå i en e-post'],
  ['<svg/onload=alert(1)>', '<svg> kan ikke stå i en e-post'],
  ['<iframe src="https://x.example"></iframe>', '<iframe> kan ikke stå i en e-post'],
  ['<form action="https://x.example"><input></form>', '<form> kan ikke stå i en e-post'],
  ['<style>p { color: red }</style>', '<style> kan ikke stå i en e-post'],
  ['<a href="javascript:alert(1)">x</a>', 'Lenken «javascript:alert(1)» må begynne med https://, mailto: eller tel:'],
  ['<a href="java\tscript:alert(1)">x</a>', /^Lenken/],
  ['<a href="&#106;avascript:alert(1)">x</a>', /^Lenken/],
  ['<a href="/kontakt">x</a>', 'Lenken «/kontakt» må begynne med https://, mailto: eller tel:'],
  ['<img src="cid:1">', /^Bildeadressen/],
  ['<p style="background:url(https://x.example)">x</p>', /^Stilen/],
  ['<a href="https://x.example/{email}">x</a>', /^Tagger kan ikke stå inne i en HTML-kode \(<a href>\)/],
])('%s is rejected with a message and removed by the sanitizer', (html, expected) => {
  expect(mailHtmlProblem(html)).toMatch(expected)
  expect(sanitizeMailHtml(html)).not.toMatch(/script|alert|onerror|onload|onclick|iframe|form|<style|url\(|href="\//i)
})

test('silently drops harmless unknown elements and attributes', () => {
  const html =
    '<html><head><title>Tittel</title></head><body class="x"><o:p><font face="Arial">Hei</font></o:p></body></html>'
  expect(mailHtmlProblem(html)).toBeUndefined()
  expect(sanitizeMailHtml(html)).toBe('Hei')
})

test('gives elements without a style the default one', () => {
  expect(sanitizeMailHtml('<p>a</p><p style="color:red">b</p><constructor>c</constructor>', { p: 'margin:0' })).toBe(
    '<p style="margin:0">a</p><p style="color:red">b</p>c',
  )
})

test('leaves nothing executable, whatever the input', () => {
  const pieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '/',
      '=',
      ' ',
      'script',
      'img',
      'src',
      'onerror',
      'javascript:',
      'a',
      'href',
      '<!--',
      '-->',
    ],
    ...['<p', '<svg', '<math', '<noscript>', '</noscript>', '<title>', '&lt;', '\0', '<![CDATA[', ']]>', 'style'],
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const clean = sanitizeMailHtml(parts.join(''))
      expect(clean).not.toMatch(/<\s*(?:script|svg|math|style|noscript|title)/i)
      for (const [element] of clean.matchAll(/<[a-z][^>]*>/gi)) {
        expect(element).not.toMatch(/\son\w+\s*=|javascript:/i)
      }
    }),
  )
})

test('handles an excessively nested mail', () => {
  const html = `${'<div>'.repeat(5_000)}Hei${'</div>'.repeat(5_000)}`
  expect(sanitizeMailHtml(html)).toContain('Hei')
  expect(mailHtmlProblem(html)).toBeUndefined()
})
