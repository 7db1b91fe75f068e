/** Starts third-party tags. Loaded only after the visitor has consented, and only if a tag is configured. */
import type { CookieChoice } from './stored-consent.ts'
import type { TagIds } from './tag-hosts.ts'

type Meta = ((...command: unknown[]) => void) & { queue: unknown[]; loaded: boolean; version: string; push: unknown }

declare global {
  interface Window {
    dataLayer?: unknown[]
    fbq?: Meta
    _fbq?: Meta
  }
}

const load = (src: string): void => {
  const script = document.createElement('script')
  script.async = true
  script.src = src
  document.head.append(script)
}

const startGoogle = (id: string, { marketing }: CookieChoice): void => {
  const layer: unknown[] = []
  window.dataLayer = layer
  // Google's script recognizes commands as `arguments` objects, not arrays.
  function gtag(..._command: unknown[]): void {
    // biome-ignore lint/complexity/noArguments: see above
    layer.push(arguments)
  }
  const allDenied = {
    ad_storage: 'denied',
    ad_user_data: 'denied',
    ad_personalization: 'denied',
    analytics_storage: 'denied',
  }
  gtag('consent', 'default', allDenied)
  const advertising = marketing ? 'granted' : 'denied'
  gtag('consent', 'update', {
    ad_storage: advertising,
    ad_user_data: advertising,
    ad_personalization: advertising,
    analytics_storage: 'granted',
  })
  gtag('js', new Date())
  gtag('config', id)
  load(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
}

/** Sets up the queue that Meta's script takes over. */
const startMeta = (id: string): void => {
  const queue: unknown[] = []
  const fbq: Meta = Object.assign((...command: unknown[]) => void queue.push(command), {
    queue,
    loaded: true,
    version: '2.0',
    push: undefined as unknown,
  })
  fbq.push = fbq
  window.fbq = fbq
  window._fbq = fbq
  fbq('consent', 'revoke')
  fbq('consent', 'grant')
  fbq('init', id)
  fbq('track', 'PageView')
  load('https://connect.facebook.net/en_US/fbevents.js')
}

const started = new Set<keyof CookieChoice>()

/** Starts the tags that the visitor has consented to, each once. */
export const startTags = ({ googleAnalytics, metaPixel }: TagIds, choice: CookieChoice): void => {
  if (choice.analytics && googleAnalytics && !started.has('analytics')) {
    started.add('analytics')
    startGoogle(googleAnalytics, choice)
  }
  if (choice.marketing && metaPixel && !started.has('marketing')) {
    started.add('marketing')
    startMeta(metaPixel)
  }
}
