import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { uuidParams } from '../shared/fields.ts'
import { registrationCreateSchema, upcomingWebinarSchema } from './webinars.schema.ts'

export const listActiveWebinars = defineEndpoint({
  method: 'GET',
  path: '/api/webinars/active',
  caller: 'public',
  summary: 'The webinars that are open for registration: active and not past, soonest first.',
  response: z.array(upcomingWebinarSchema),
})

export const registerForWebinar = defineEndpoint({
  method: 'POST',
  path: '/api/webinars/{id}/registrations',
  caller: 'public',
  summary:
    'A visitor registers for a webinar; a confirmation with a calendar file and a notice to the company are queued with it. The same address twice is answered like the first time and stored once; 409 when the webinar is not active or is past.',
  params: uuidParams,
  body: registrationCreateSchema,
  response: z.object({ success: z.literal(true) }),
})
