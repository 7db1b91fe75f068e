/** Ids of third-party tags; null disables a tag. */
export interface TagIds {
  /** `G-…` of Google Analytics. */
  readonly googleAnalytics: string | null
  /** Id of a Meta pixel. */
  readonly metaPixel: string | null
}

const google = 'https://www.googletagmanager.com'
const analytics = ['https://*.google-analytics.com', 'https://*.analytics.google.com', google]
const meta = { scripts: 'https://connect.facebook.net', pixel: 'https://www.facebook.com' }

/** Returns the hosts that the pages' CSP must allow for the enabled tags, and no others. */
export const tagHosts = ({ googleAnalytics, metaPixel }: TagIds) => ({
  script: [...(googleAnalytics ? [google] : []), ...(metaPixel ? [meta.scripts] : [])],
  connect: [...(googleAnalytics ? analytics : []), ...(metaPixel ? [meta.pixel] : [])],
  image: [...(googleAnalytics ? analytics : []), ...(metaPixel ? [meta.pixel] : [])],
})
