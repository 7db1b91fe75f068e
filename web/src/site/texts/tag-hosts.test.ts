import { deliveredCompany } from '@kontor/contract/company/company.rules'
import { expect, test } from 'vitest'
import { tagHosts } from '../consent/tag-hosts.ts'

test('the site speaks to nobody else as it is delivered', () => {
  expect(tagHosts(deliveredCompany.tags)).toEqual({ script: [], connect: [], image: [] })
})

test('a tag that is configured lets exactly its own hosts through', () => {
  const google = tagHosts({ googleAnalytics: 'G-ABC123', metaPixel: null })
  expect(google.script).toEqual(['https://www.googletagmanager.com'])
  expect(Object.values(google).flat().join(' ')).not.toContain('facebook')
  const meta = tagHosts({ googleAnalytics: null, metaPixel: '123456' })
  expect(meta).toEqual({
    script: ['https://connect.facebook.net'],
    connect: ['https://www.facebook.com'],
    image: ['https://www.facebook.com'],
  })
})
