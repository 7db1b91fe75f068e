import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { readRemembered, writeRemembered } from './remembered.ts'

const headSchema = z.object({
  format: z.literal('kontor-chain-head-1'),
  /** The number of answers in the chain; the last one's evidence in hex and its time, null while the chain is empty. */
  count: z.int(),
  evidence: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  /** The evidence of answers that were there before the chain: nobody can add one later. */
  unsigned: z.array(z.string()),
})

/** The end of the evidence chain as last seen, kept outside the database to detect an older copy of it. */
export type ChainHead = z.output<typeof headSchema>

const headFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'keys', 'evidence-head.json')

/** Undefined before the first start. @throws StartFailure when the file can't be read */
export const readChainHead = (config: Pick<Config, 'dataDir'>): Promise<ChainHead | undefined> =>
  readRemembered(headFile(config), headSchema)

export const writeChainHead = (config: Pick<Config, 'dataDir'>, head: Omit<ChainHead, 'format'>): Promise<void> =>
  writeRemembered(headFile(config), { format: 'kontor-chain-head-1', ...head })
