import { expectAccessible, expectAccessibleMail } from './axe.ts'
import { expect, test } from './test.ts'

test('fails on axe violations and ignores frames', async ({ page }) => {
  const frame = '<iframe title="E-post" srcdoc="<img src=x>"></iframe>'
  const wrapped = (content: string) =>
    `<html lang="nb"><title>Prøve</title><main><h1>Prøve</h1>${content}${frame}</main></html>`
  await page.setContent(wrapped('<button></button>'))
  await expect(expectAccessible(page)).rejects.toThrow('button-name')
  await page.setContent(wrapped('<button>Lagre</button>'))
  await expectAccessible(page)
  await expect(expectAccessibleMail(page, wrapped('<a href="/"></a>'))).rejects.toThrow('link-name')
})
