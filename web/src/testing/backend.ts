import { beforeAll } from 'vitest'
import { commands } from 'vitest/browser'

// Starts this page's server before the timeout of the first test begins.
beforeAll(async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the tests run in Chromium alone; the other way to set one is asynchronous and newer
  document.cookie = await commands.startBackend()
}, 180_000)
