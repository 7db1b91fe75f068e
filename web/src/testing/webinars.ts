import type { EndpointInput } from '@kontor/contract/shared/endpoint'
import { addOsloDays, osloDay, osloMoment } from '@kontor/contract/shared/time'
import { createWebinar, registerForWebinar } from '@kontor/contract/webinars/webinars.endpoints'
import { commands } from 'vitest/browser'
import { call } from '../platform/api-client.ts'

/** Returns the instant of ten o'clock in Norway, this many days from now; ISO 8601. */
export const inDays = (days: number): string =>
  addOsloDays(osloMoment(`${osloDay(new Date().toISOString())}T10:00`), days)

/** Deletes every webinar with its registrations. */
export const clearWebinars = (): Promise<unknown> => commands.sql('DELETE FROM webinars')

/** Creates a webinar, ten days from now unless `date` is given; resolves to its id. */
export const addWebinar = async (
  webinar: Partial<EndpointInput<typeof createWebinar>['body']> & { name: string },
): Promise<string> => (await call(createWebinar, { body: { date: inDays(10), ...webinar } })).id

interface Visitor {
  readonly name: string
  readonly email: string
  readonly company?: string
  readonly phone?: string
  readonly language?: 'no' | 'en'
  /** True to accept the waiting list if the webinar is full. */
  readonly waitingList?: boolean
  /** Visitors don't see this field; robots fill it in. */
  readonly aside?: string
}

/** Registers as a visitor does. */
export const registerFor = async (id: string, visitor: Visitor): Promise<void> => {
  await call(registerForWebinar, { params: { id }, body: visitor })
}
