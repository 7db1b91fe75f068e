import { expect, test } from 'vitest'
import { stylesFor } from './page-styles.ts'

const styles = String.raw`.lead{color:red}.md\:lead{color:red}.\[\&\>svg\]\:w-1>svg{width:1px}.other{color:red}p{margin:0}`

test('keeps rules for classes in escaped markup and in scripts, drops other classes', () => {
  const own = stylesFor(styles, ['<p class="md:lead [&amp;&gt;svg]:w-1">', 'x("card lead")'])
  for (const name of [String.raw`.md\:lead`, String.raw`.\[\&\>svg\]\:w-1`, '.lead', 'p{']) expect(own).toContain(name)
  expect(own).not.toContain('.other')
})

test('drops custom properties that nothing reads, directly or through others', () => {
  const own = stylesFor(':root{--a:1px;--b:2px;--c:var(--b);--d:3px}p{width:var(--a)}.x{height:var(--d)}', ['<p>'])
  expect(own).toBe(':root{--a:1px}p{width:var(--a)}')
})

test('drops animations that nothing plays, and the comment of the tool', () => {
  const styles =
    '/*! tool v1 | MIT */\n@keyframes pulse{50%{opacity:.5}}@keyframes turn{to{rotate:90deg}}.x{animation:1s pulse}p{animation:1s turn}'
  const own = stylesFor(styles, ['<p>'])
  expect(own).toContain('@keyframes turn')
  expect(own).not.toMatch(/pulse|tool/)
})
