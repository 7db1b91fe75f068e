import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { workerData } from 'node:worker_threads'
import type { SiteRenderer } from '@kontor/contract/site/site.schema'
import { answerTasks } from '../task-thread.ts'
import type { Drawing, RendererFiles } from './render-thread.ts'

const { module, parts: partsFile }: RendererFiles = workerData
const renderer: SiteRenderer = await import(pathToFileURL(module).href)
const parts: unknown = JSON.parse(await readFile(partsFile, 'utf8'))

answerTasks((drawing: Drawing) => {
  if ('site' in drawing) return renderer.render(drawing.site, parts, drawing.page)
  if ('refused' in drawing) return renderer.renderDocument({ id: 'home', ...drawing.refused }, parts, drawing.content)
  return renderer.renderPlain(drawing.plain, drawing.company, parts)
})
