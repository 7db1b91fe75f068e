import { config } from 'zod'

// zod probes for `new Function` when a schema is made, which the office's CSP refuses and the console reports.
// So this module is in one chunk with zod itself (web/build/bundle.ts), before any schema exists.
config({ jitless: true })
