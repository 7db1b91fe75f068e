import type { Page, Response } from '@playwright/test'

/** Records violations of the content security policy; the returned function returns them. */
export const recordPolicyViolations = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    addEventListener('securitypolicyviolation', (event) =>
      refused.push(`${event.violatedDirective}: ${event.blockedURI}`),
    )
  })
  return () =>
    page.evaluate(() => ('refused' in window && Array.isArray(window.refused) ? window.refused : ['no watch']))
}

/** Returns the content security policy of a response. */
export const policyOf = (response: Response | null): string => response?.headers()['content-security-policy'] ?? ''
