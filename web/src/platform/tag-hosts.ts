/** Tags of other services, by what the services call them; null switches one off. */
export interface TagIds {
  /** `G-…` of Google Analytics. */
  readonly googleAnalytics: string | null
  /** The number of a Meta pixel. */
  readonly metaPixel: string | null
}

const google = 'https://www.googletagmanager.com'
const measuring = ['https://*.google-analytics.com', 'https://*.analytics.google.com', google]
const meta = { scripts: 'https://connect.facebook.net', pixel: 'https://www.facebook.com' }

/** What the security policy of the pages must let through for the tags that are on: nothing more, and nothing while none is. */
export const tagHosts = ({ googleAnalytics, metaPixel }: TagIds) => ({
  script: [...(googleAnalytics ? [google] : []), ...(metaPixel ? [meta.scripts] : [])],
  connect: [...(googleAnalytics ? measuring : []), ...(metaPixel ? [meta.pixel] : [])],
  image: [...(googleAnalytics ? measuring : []), ...(metaPixel ? [meta.pixel] : [])],
})
