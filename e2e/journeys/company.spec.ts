import { contactForm } from '../harness/site.ts'
import { expect, test } from '../harness/test.ts'

test.afterEach(async ({ kontor, request }) => {
  await kontor.sql('DELETE FROM company')
  await kontor.sql('DELETE FROM site_texts')
  // The other journeys read the delivered site.
  await expect.poll(async () => (await request.get(kontor.url)).text()).toContain('<title>Eksempel AS')
})

/** The longest facts that are valid, with characters that HTML has to escape. */
const facts = {
  name: 'Fjordogfjellteknologiutvikling & <Sønner> Eiendomsforvaltning AS',
  shortName: 'Fjordogfjellteknologiutvikling',
  phone: '55 12 34 56',
  email: 'kundeservice@fjordogfjellteknologi.example',
  street: 'Kristian Magnus Falsens vei 123 B',
  city: 'Nordre Land kommunesenter',
  bookingUrl: null,
}

// One text is in the page, the other one is rendered by its scripts.
const changes = [
  { id: 'home.contact.title', language: 'no', text: 'Ring {telefon}, du' },
  { id: 'form.requiredMark', language: 'no', text: 'Stjerne betyr påkrevd hos {kortnavn}.' },
]

test("the site shows the company's facts and texts, before and after hydration, and long texts fit", async ({
  page,
  admin,
  request,
}) => {
  const stored = await (await admin.get('/api/company')).json()
  expect((await admin.put('/api/company', { data: { ...stored, ...facts } })).status()).toBe(200)
  expect((await admin.put('/api/site-texts', { data: { changes } })).status()).toBe(200)
  const title = '<title>Fjordogfjellteknologiutvikling &amp; &lt;Sønner&gt;'
  const home = async () => (await request.get('/')).text()
  await expect.poll(home).toMatch(new RegExp(`${title}[^]*Ring 55 12 34 56, du`))

  await page.goto('/#contact')
  await expect(page.getByRole('heading', { name: 'Ring 55 12 34 56, du' })).toBeVisible()
  await contactForm(page).getByLabel('Navn').click()
  await expect(contactForm(page)).toContainText(`Stjerne betyr påkrevd hos ${facts.shortName}.`)
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '')['@graph'][0]).toMatchObject({ name: facts.name, telephone: facts.phone })

  // The header and the footer are the same on all pages.
  for (const path of ['/', '/en/', '/kontakt', '/personvern']) {
    if (path !== '/') await page.goto(path)
    for (const width of [1280, 1024, 768, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(scrollWidth, `${path} at ${width}`).toBeLessThanOrEqual(width)
      const header = await page.getByRole('banner').boundingBox()
      expect.soft(header?.height, `the header of ${path} at ${width}`).toBeLessThan(90)
    }
  }
})
