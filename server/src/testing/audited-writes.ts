import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { Caller } from './second-factor.ts'
import { logInAsAdmin } from './upload.ts'

interface Write {
  /** The caller; by default, the first administrator. */
  readonly by?: Caller
  readonly params?: Readonly<Record<string, string | number>>
  readonly body?: unknown
}

/** Makes calls and compares the events that they leave in the audit trail. Remembers which endpoints were called. */
export const startAuditedWrites = async (kontor: TestApp) => {
  const { pool } = kontor.database
  const admin = await kontor.asAdmin()
  const panel = await logInAsAdmin(kontor)
  const recorded = new Set<string>()

  const lastEvent = async (): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>('SELECT coalesce(max(id), 0)::int AS id FROM audit_events')
    return rows[0]?.id ?? 0
  }

  const expectEvents = async (endpoint: string, events: readonly string[], run: () => ReturnType<Caller>) => {
    const before = await lastEvent()
    const answer = await run()
    expect(answer.statusCode, `${endpoint}: ${answer.body}`).toBeLessThan(300)
    const { rows } = await pool.query<{ event: string; request_id: string | null }>(
      `SELECT action || ' ' || kind AS event, request_id FROM audit_events WHERE id > $1 ORDER BY id`,
      [before],
    )
    expect.soft(new Set(rows.map(({ event }) => event)), endpoint).toEqual(new Set(events))
    expect.soft(new Set(rows.map((row) => row.request_id)), endpoint).toEqual(new Set([answer.headers['x-request-id']]))
    recorded.add(endpoint)
    return answer.body === '' ? {} : answer.json()
  }

  return {
    /** The endpoints that were called, such as `POST /api/customers`. */
    recorded,
    /** Makes a call that must leave these events (`<action> <kind>`) and no others, all with the call's request id. Returns the response's JSON. */
    write: (endpoint: string, events: readonly string[], { by = admin, params = {}, body }: Write = {}) => {
      const [method = '', path = ''] = endpoint.split(' ')
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
      return expectEvents(endpoint, events, () => by(method as Parameters<Caller>[0], url, body))
    },
    /** Sends a spreadsheet of these rows, the headers first, and checks the events as `write` does. */
    upload: async (endpoint: string, events: readonly string[], rows: CellValue[][]) => {
      const bytes = await writeXlsx({ sheets: [{ name: 'Ark', rows }] })
      const url = endpoint.split(' ')[1] ?? ''
      return expectEvents(endpoint, events, () => panel.upload(url, { name: 'ark.xlsx', bytes }))
    },
  }
}
