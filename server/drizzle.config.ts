import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/features/*/*.table.ts', './src/platform/database/*.table.ts'],
  out: './migrations',
  breakpoints: false,
})
