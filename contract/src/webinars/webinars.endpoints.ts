import { z } from 'zod'
import { admin, anyone } from '../shared/endpoint.ts'
import { formatQuery } from '../shared/exports.ts'
import { noContent, tokenParams, uuidParams, versionQuery } from '../shared/fields.ts'
import { spreadsheetType } from '../shared/spreadsheet.ts'
import * as schemas from './webinars.schema.ts'

export const listActiveWebinars = anyone.get('/api/webinars/active', {
  summary: 'The webinars that are open for registration: active and not past, soonest first.',
  response: z.array(schemas.upcomingWebinarSchema),
})

export const registerForWebinar = anyone.post('/api/webinars/{id}/registrations', {
  summary:
    'A visitor registers for a webinar; a confirmation with a calendar file and a notice to the company are queued with it. The same address twice is answered like the first time and stored once. 409 when the webinar is not active or is past, and when it is full unless `waitingList` is true.',
  params: uuidParams,
  body: schemas.registrationCreateSchema,
  response: z.object({ success: z.literal(true) }),
})

export const listWebinars = admin.get('/api/webinars', {
  summary: 'The latest 10 000 webinars with the number of their registrations, the latest first.',
  response: z.array(schemas.webinarSchema),
})

export const createWebinar = admin.post('/api/webinars', {
  summary: 'Makes a webinar, active unless the body says otherwise.',
  body: schemas.webinarCreateSchema,
  response: schemas.webinarSchema,
})

export const updateWebinar = admin.put('/api/webinars/{id}', {
  summary:
    'Changes a webinar. With `notify=true` and another time or join link, the registered of an upcoming webinar are sent it with a calendar file that replaces the earlier one. More seats go to the waiting list.',
  params: uuidParams,
  query: schemas.notifyQuerySchema,
  body: schemas.webinarUpdateSchema,
  response: schemas.webinarSchema,
})

export const deleteWebinar = admin.delete('/api/webinars/{id}', {
  summary:
    'Deletes a webinar with all its registrations. With `notify=true` and a date that is still to come, the registered are sent a cancellation that takes it out of their calendars.',
  params: uuidParams,
  query: schemas.notifyQuerySchema.extend(versionQuery.shape),
  response: noContent,
})

export const listRegistrations = admin.get('/api/webinars/{id}/registrations', {
  summary: 'The newest 10 000 registrations for a webinar, newest first.',
  params: uuidParams,
  response: z.array(schemas.registrationSchema),
})

export const exportRegistrations = admin.get('/api/webinars/{id}/registrations/export', {
  summary: 'The registrations for a webinar as a spreadsheet or CSV, in the order in which they came.',
  params: uuidParams,
  query: formatQuery,
  produces: spreadsheetType,
  response: z.file(),
})

export const updateRegistration = admin.put('/api/registrations/{id}', {
  summary: 'Changes a registration; 409 when another one for the same webinar has the address.',
  params: uuidParams,
  body: schemas.registrationUpdateSchema,
  response: schemas.registrationSchema,
})

export const approveRegistration = admin.post('/api/registrations/{id}/approve', {
  summary:
    'Lifts the suspicion from a registration: it gets a seat, or a place on the waiting list, and its mails are queued, once. No mail is sent when the webinar has begun.',
  params: uuidParams,
  response: schemas.registrationSchema,
})

export const deleteRegistration = admin.delete('/api/registrations/{id}', {
  summary: 'Deletes a registration; its seat goes to the first on the waiting list.',
  params: uuidParams,
  query: versionQuery,
  response: noContent,
})

export const readOwnRegistration = anyone.get('/api/webinar-registration/{token}', {
  summary: 'What the holder of the personal link in a webinar mail sees of the registration. Changes nothing.',
  params: tokenParams,
  response: schemas.ownRegistrationSchema,
})

export const readOwnCalendar = anyone.get('/api/webinar-registration/{token}/calendar', {
  summary: 'The webinar of a registration as an iCalendar file, as in the mails; 404 without a seat.',
  params: tokenParams,
  produces: 'text/calendar',
  response: z.string(),
})

export const confirmOwnRegistration = anyone.post('/api/webinar-registration/{token}/confirm', {
  summary:
    'The registrant confirms a registration made when few seats were left, which would otherwise lapse. A second call changes nothing.',
  params: tokenParams,
  response: schemas.ownRegistrationSchema,
})

export const cancelOwnRegistration = anyone.post('/api/webinar-registration/{token}/cancel', {
  summary:
    'The registrant cancels: the seat goes to the first on the waiting list, and a confirmation takes the webinar out of the calendar. A second call changes nothing; 409 when the webinar has begun.',
  params: tokenParams,
  response: schemas.ownRegistrationSchema,
})
