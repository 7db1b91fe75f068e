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
