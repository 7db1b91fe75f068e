// `npm run restore -- <file>`: see server/src/restore.ts.
import { fileArguments, runServerTool } from './lib/server-tool.js'

await runServerTool('server/src/restore.ts', fileArguments())
