import { z } from 'zod'
import { isLiveKind, type LiveKind } from '../shared/records.ts'

/** Milliseconds for which changes can be replayed to a client that reconnects. */
export const longestReplay = 30_000

export const streamQuerySchema = z.object({
  /** Milliseconds since the client last received anything. The client may have missed changes during this time. */
  missed: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
})

/** The data of a `ready` event: the milliseconds that the stream replays. If the client missed more, any record may have changed. */
export const readySchema = z.object({ covers: z.number() })

/** The data of a `change` event. */
export const recordChangesSchema = z.array(
  z.object({
    kind: z.custom<LiveKind>((kind) => typeof kind === 'string' && isLiveKind(kind)),
    ids: z.array(z.string()).nullable(),
  }),
)
