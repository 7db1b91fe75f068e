import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'

/** The options that the site, the office and the developer's server share; `build/` adds the rest. */
export default {
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  appType: 'custom',
  plugins: [react(), tailwindcss()],
  // Targets browsers of the last three years, which have what the styles use (cascade layers, :has, popover).
  // Keeps drawings in files of their own, since inlined drawings would delay the first paint.
  build: { target: ['chrome111', 'firefox114', 'safari16.4'], assetsInlineLimit: 0 },
} satisfies UserConfig & { configFile: false }
