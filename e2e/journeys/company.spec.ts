import { openPanel } from '../harness/panel.ts'
import { contactForm } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

const delivered = 'Eksempel AS'

test.afterEach(async ({ kontor, request }) => {
  await kontor.sql('DELETE FROM company')
  await kontor.sql('DELETE FROM site_texts')
  // The other journeys read the delivered site.
  await expect.poll(async () => (await request.get(kontor.url)).text()).toContain(`<title>${delivered}`)
})

test('the company makes the site its own: facts, texts and a photo, on every page and in mails', async ({
  page,
  context,
  admin,
  request,
  kontor,
}) => {
  const home = async () => (await request.get(kontor.url)).text()

  await test.step('the administrator enters the facts', async () => {
    await openPanel(page, '/admin?tab=settings&section=bedriften')
    const company = page.getByRole('region', { name: 'Bedriften' })
    await company
      .getByLabel(/^Navn \*/)
      .first()
      .fill('Fjord & Fjell <Teknologi> AS')
    await company.getByLabel(/^Kort navn/).fill('Fjord & Fjell')
    await company.getByLabel(/^Telefon/).fill('55 12 34 56')
    await company.getByLabel(/^Bytt bilde for Ola/).setInputFiles('web/src/content/team/kari.webp')
    await expect(company.getByRole('img', { name: 'Bilde av Ola Nordmann' })).toBeVisible()
    await company.getByRole('button', { name: 'Lagre bedriften' }).click()
    await expect.poll(home).toContain('<title>Fjord &amp; Fjell &lt;Teknologi&gt; AS')
  })

  await test.step('and a text that the page shows and one that its scripts show', async () => {
    await page.getByRole('link', { name: 'Tekster', exact: true }).click()
    const texts = page.getByRole('region', { name: 'Tekster' })
    await texts.getByRole('searchbox').fill('Felt merket med')
    await texts.getByLabel('Norsk').fill('Stjerne betyr påkrevd hos {kortnavn}.')
    await texts.getByRole('searchbox').fill('Hva tar for mye tid hos dere?')
    await texts.getByLabel('Norsk').fill('Ring {telefon}, du')
    await texts.getByRole('button', { name: 'Lagre tekstene' }).click()
    await expect.poll(home).toContain('Ring 55 12 34 56, du')
  })

  await test.step('a visitor reads them, also when the scripts have taken over', async () => {
    const visitor = await context.newPage()
    await visitor.goto('/#contact')
    await expect(visitor.getByRole('heading', { name: 'Ring 55 12 34 56, du' })).toBeVisible()
    await contactForm(visitor).getByLabel('Navn').click()
    await expect(contactForm(visitor)).toContainText('Stjerne betyr påkrevd hos Fjord & Fjell.')
    const photo = visitor.getByRole('img', { name: /Ola Nordmann/ })
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    expect(await photo.getAttribute('src')).toMatch(/^\/photos\//)
    const data = await visitor.locator('script[type="application/ld+json"]').textContent()
    expect(JSON.parse(data ?? '')['@graph'][0]).toMatchObject({
      name: 'Fjord & Fjell <Teknologi> AS',
      telephone: '55 12 34 56',
    })
    await visitor.close()
  })

  await test.step('mails carry the letterhead', async () => {
    const preview = await admin.post('/api/email-templates/preview', {
      data: { type: 'contact', subject: 'Takk', content: 'Hei' },
    })
    expect(await preview.text()).toContain('Fjord &amp; Fjell &lt;Teknologi&gt; AS')
  })
})

test('long names and addresses of a company fit on every page', async ({ page, admin, request, kontor }) => {
  const facts = {
    name: 'Fjordogfjellteknologiutvikling og Sønner Eiendomsforvaltning AS',
    shortName: 'Fjordogfjellteknologiutvikling',
    email: 'kundeservice@fjordogfjellteknologi.example',
    street: 'Kristian Magnus Falsens vei 123 B',
    city: 'Nordre Land kommunesenter',
    bookingUrl: null,
  }
  const stored = await (await admin.get('/api/company')).json()
  expect((await admin.put('/api/company', { data: { ...stored, ...facts } })).status()).toBe(200)
  await expect.poll(async () => (await request.get(kontor.url)).text()).toContain(`<title>${facts.name}`)
  // The header and the footer are the same on all pages.
  for (const path of ['/', '/en/', '/en/om-oss', '/produkter', '/kontakt', '/personvern']) {
    await page.goto(path)
    for (const width of [1280, 1024, 768, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(scrollWidth, `${path} at ${width}`).toBeLessThanOrEqual(width)
      const header = await page.getByRole('banner').boundingBox()
      expect.soft(header?.height, `the header of ${path} at ${width}`).toBeLessThan(90)
    }
  }
})
