// `npm run backup -- <file>`: see server/src/backup.ts.
import { fileArguments, runServerTool } from './lib/server-tool.js'

await runServerTool('server/src/backup.ts', fileArguments())
