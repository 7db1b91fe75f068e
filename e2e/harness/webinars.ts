import type { APIRequestContext } from '@playwright/test'
import { deleteRows, post } from './rows.ts'

/** Deletes all webinars with their registrations. */
export const clearWebinars = (admin: APIRequestContext): Promise<void> => deleteRows(admin, '/api/webinars')

/** Registers like a visitor. */
export const registerFor = async (
  api: APIRequestContext,
  webinarId: string,
  visitor: { name: string; email: string; company?: string; phone?: string },
): Promise<void> => {
  await post(api, `/api/webinars/${webinarId}/registrations`, [visitor])
}
