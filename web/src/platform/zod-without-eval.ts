import { config } from 'zod'

// zod probes for `new Function` when it creates a schema; the office's CSP blocks that and the console reports it.
// This module shares a chunk with zod (web/build/bundle.ts), so that it runs before any schema exists.
config({ jitless: true })
