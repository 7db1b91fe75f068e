import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../platform/config/config.ts'
import { drawPdf } from '../platform/pdf/draw-pdf.ts'
import { openSecretBox } from '../platform/secrets/secret-box.ts'
import type { Signing } from '../platform/secrets/servers.ts'
import { openKeys } from '../platform/signing/signing.ts'
import { onCleanup } from './cleanup.ts'

/** Opens keys in a folder of their own. */
export const openTestSigning = async (): Promise<Signing> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kontor-keys-'))
  onCleanup(() => rm(dataDir, { recursive: true }))
  const keys = await openKeys(loadConfig({ DATA_DIR: dataDir }))
  return { ...keys, secrets: openSecretBox(keys.key.derive('second factor')) }
}

/** Draws a PDF with this text and an attached evidence file, `{"æ":1}`, to be sealed. */
export const drawSealable = (text = 'Teksten', title = 'Avtale'): Promise<Buffer> =>
  drawPdf({
    title,
    author: 'Eksempel AS',
    createdAt: '2026-03-24T09:00:00.000Z',
    language: 'nb-NO',
    footer: '',
    letterhead: { lines: [], facts: [] },
    runningHead: '',
    pageLabel: '',
    blocks: [{ kind: 'paragraph', text }],
    files: [{ name: 'evidence.json', type: 'application/json', description: 'Evidence', content: '{"æ":1}' }],
    seal: { holder: 'Eksempel AS', reason: 'Seal', at: '2026-03-24T09:05:00.000Z' },
  })
