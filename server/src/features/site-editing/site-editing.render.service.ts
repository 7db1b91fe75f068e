import { photoPath } from '@kontor/contract/company/company.rules'
import type { StoredContent } from '@kontor/contract/site-editing/site-editing.rules'
import type { siteTextsPreviewSchema } from '@kontor/contract/site-editing/site-editing.schema'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ContentFile, Preview, Site } from '../../platform/pages/built-site.ts'
import { listPhotoFiles, readCompany } from '../company/company.queries.ts'
import { uploadedPhotos } from '../company/company.service.ts'
import { readSiteTexts } from './site-editing.queries.ts'

/** Milliseconds between checks for a change by another instance. */
const pollMs = 1_000

interface Stored {
  readonly content: StoredContent
  /** Differs for every state of the content; null for the content that comes with Kontor. */
  readonly key: string | null
}

const readStored = (db: Queryable): Promise<Stored> =>
  db.transaction(
    async (tx) => {
      const { version, updatedAt, ...company } = await readCompany(tx)
      const { texts, ...textsState } = await readSiteTexts(tx)
      const isDelivered = updatedAt === null && textsState.updatedAt === null
      const key = isDelivered ? null : JSON.stringify([version, updatedAt, textsState])
      return { content: { company, texts }, key }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

const readPhotos = async (db: Queryable, { company }: StoredContent): Promise<ContentFile[]> => {
  const ids = uploadedPhotos(company)
  const files = ids.length > 0 ? await listPhotoFiles(db, ids) : []
  return files.map(({ photoId, width, format, content }) => ({
    path: photoPath(photoId, width, format),
    type: `image/${format}`,
    content,
  }))
}

/** Renders a page with unsaved texts; undefined if there is no such page. */
export const previewPage = async (
  { database, site }: Deps,
  { page, language, texts }: z.output<typeof siteTextsPreviewSchema>,
): Promise<Preview | undefined> => {
  if (!site?.pageIds.has(page)) return undefined
  const { content } = await readStored(database.db)
  return site.preview({ ...content, texts: { ...content.texts, [language]: texts } }, { id: page, language })
}

interface Watch {
  /** Updates the site if the stored content has changed. @throws Error if the content can't be read or rendered */
  refresh(): Promise<void>
  /** Refreshes in the background, after a change by this instance. */
  refreshSoon(): void
  stop(): Promise<void>
}

/**
 * Keeps the site up to date with the database: updates it now, and then every second, for changes by other instances. @throws Error when
 * the content can't be read or rendered the first time
 */
export const watchSite = async (
  db: Queryable,
  site: Site,
  log: { readonly warn: (details: object, message: string) => void },
): Promise<Watch> => {
  let shownKey: string | null = null
  let failing = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const refresh = async (): Promise<void> => {
    const { content, key } = await readStored(db)
    if (key === shownKey) return
    await site.show(key === null ? null : content, await readPhotos(db, content))
    shownKey = key
  }
  const poll = async (): Promise<void> => {
    try {
      await refresh()
      failing = false
    } catch (error) {
      // Logs only the first failure in a row: the database may be unreachable for a while.
      if (!failing) log.warn({ err: error }, 'The site could not be brought up to date')
      failing = true
    }
  }
  /** Runs renderings one after the other, so that an older state can't replace a newer one. */
  const takeTurn = (): Promise<void> => {
    running = running.then(poll)
    return running
  }
  const schedule = (): void => {
    timer = setTimeout(async () => {
      await takeTurn()
      if (!stopped) schedule()
    }, pollMs)
  }

  await refresh()
  schedule()
  return {
    refresh,
    refreshSoon: () => {
      if (!stopped) void takeTurn()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
