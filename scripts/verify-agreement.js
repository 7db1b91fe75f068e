// `npm run verify-agreement <id>`: see server/src/verify-agreement.ts.
import { runServerTool } from './lib/server-tool.js'

await runServerTool('server/src/verify-agreement.ts', process.argv.slice(2))
