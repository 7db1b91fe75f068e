// Starts the server; see start.ts.
import './platform/database/resolve-drizzle.ts'

await import('./start.ts')
