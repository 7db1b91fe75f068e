import { expect, test } from '../harness/test.ts'

// Responses of the real server for the built site, without a browser.
const paths = ['/', '/om-oss', '/produkter', '/tjenester', '/skreddersom', '/kontakt', '/personvern', '/transparency']

test('the server answers every address of the site, its picture, its icons, and 404 for the rest', async ({
  request,
  kontor,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const path of paths.flatMap((one) => [one, `/en${one}`])) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(await answer.text()).toContain(`<link rel="canonical" href="${new URL(path, kontor.url).href}">`)
    expect(sitemap).toContain(`<loc>${new URL(path, kontor.url).href}</loc>`)
  }
  const home = await request.get('/')
  expect(home.headers().vary).toContain('Cookie')
  expect(home.headers()['content-security-policy']).not.toContain('https:')
  const html = await home.text()
  const [, picture = ''] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? []
  expect((await request.get(picture)).headers()['content-type']).toBe('image/jpeg')
  for (const icon of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/site.webmanifest']) {
    expect((await request.get(icon)).status(), icon).toBe(200)
  }
  expect(await (await request.get('/robots.txt')).text()).toContain(
    `Sitemap: ${new URL('/sitemap.xml', kontor.url).href}`,
  )

  const english = await request.get('/en/does-not-exist')
  expect(english.status()).toBe(404)
  expect(await english.text()).toContain('<html lang="en">')
  const call = await request.get('/api/finnes-ikke')
  expect(call.status()).toBe(404)
  expect(await call.json()).toEqual({ error: expect.any(String) })
  expect((await request.get('/assets/finnes-ikke.js')).status()).toBe(404)
  expect((await request.get('/admin/finnes-ikke')).status()).toBe(404)
})
