import { z } from 'zod'
import { defineEndpoint } from '../shared/endpoint.ts'
import { noContent, uuidParams } from '../shared/fields.ts'
import { spreadsheetType } from '../shared/spreadsheet.ts'
import {
  notifyQuerySchema,
  ownRegistrationSchema,
  registrationCreateSchema,
  registrationSchema,
  registrationTokenParams,
  registrationUpdateSchema,
  upcomingWebinarSchema,
  webinarCreateSchema,
  webinarSchema,
  webinarUpdateSchema,
} from './webinars.schema.ts'

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
    'A visitor registers for a webinar; a confirmation with a calendar file and a notice to the company are queued with it. The same address twice is answered like the first time and stored once. 409 when the webinar is not active or is past, and when it is full unless `waitingList` is true.',
  params: uuidParams,
  body: registrationCreateSchema,
  response: z.object({ success: z.literal(true) }),
})

export const listWebinars = defineEndpoint({
  method: 'GET',
  path: '/api/webinars',
  caller: 'admin',
  summary: 'The latest 10 000 webinars with the number of their registrations, the latest first.',
  response: z.array(webinarSchema),
})

export const createWebinar = defineEndpoint({
  method: 'POST',
  path: '/api/webinars',
  caller: 'admin',
  summary: 'Makes a webinar, active unless the body says otherwise.',
  body: webinarCreateSchema,
  response: webinarSchema,
})

export const updateWebinar = defineEndpoint({
  method: 'PUT',
  path: '/api/webinars/{id}',
  caller: 'admin',
  summary:
    'Changes a webinar. With `notify=true` and another time or join link, the registered of an upcoming webinar are sent it with a calendar file that replaces the earlier one. More seats go to the waiting list.',
  params: uuidParams,
  query: notifyQuerySchema,
  body: webinarUpdateSchema,
  response: webinarSchema,
})

export const deleteWebinar = defineEndpoint({
  method: 'DELETE',
  path: '/api/webinars/{id}',
  caller: 'admin',
  summary:
    'Deletes a webinar with all its registrations. With `notify=true` and a date that is still to come, the registered are sent a cancellation that takes it out of their calendars.',
  params: uuidParams,
  query: notifyQuerySchema,
  response: noContent,
})

export const listRegistrations = defineEndpoint({
  method: 'GET',
  path: '/api/webinars/{id}/registrations',
  caller: 'admin',
  summary: 'The newest 10 000 registrations for a webinar, newest first.',
  params: uuidParams,
  response: z.array(registrationSchema),
})

export const exportRegistrations = defineEndpoint({
  method: 'GET',
  path: '/api/webinars/{id}/registrations/export',
  caller: 'admin',
  summary: 'The registrations for a webinar as a spreadsheet, in the order in which they came.',
  params: uuidParams,
  produces: spreadsheetType,
  response: z.file(),
})

export const updateRegistration = defineEndpoint({
  method: 'PUT',
  path: '/api/registrations/{id}',
  caller: 'admin',
  summary: 'Changes a registration; 409 when another one for the same webinar has the address.',
  params: uuidParams,
  body: registrationUpdateSchema,
  response: registrationSchema,
})

export const deleteRegistration = defineEndpoint({
  method: 'DELETE',
  path: '/api/registrations/{id}',
  caller: 'admin',
  summary: 'Deletes a registration; its seat goes to the first on the waiting list.',
  params: uuidParams,
  response: noContent,
})

export const readOwnRegistration = defineEndpoint({
  method: 'GET',
  path: '/api/webinar-registration/{token}',
  caller: 'public',
  summary: 'What the holder of the personal link in a webinar mail sees of the registration. Changes nothing.',
  params: registrationTokenParams,
  response: ownRegistrationSchema,
})

export const cancelOwnRegistration = defineEndpoint({
  method: 'POST',
  path: '/api/webinar-registration/{token}/cancel',
  caller: 'public',
  summary:
    'The registrant cancels: the seat goes to the first on the waiting list, and a confirmation takes the webinar out of the calendar. A second call changes nothing; 409 when the webinar has begun.',
  params: registrationTokenParams,
  response: ownRegistrationSchema,
})
