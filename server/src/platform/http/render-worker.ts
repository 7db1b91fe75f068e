import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { RendererFiles, RenderRequest, RenderResult } from './render-thread.ts'

/** The thread that renders the site once, with the web build's renderer. */
const { module, parts, content, page }: RendererFiles & RenderRequest = workerData

const render = async (): Promise<RenderResult> => {
  try {
    const renderer = await import(pathToFileURL(module).href)
    return { site: renderer.render(content, JSON.parse(await readFile(parts, 'utf8')), page) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.postMessage(await render())
