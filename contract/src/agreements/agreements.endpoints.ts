import { z } from 'zod'
import { admin, anyone, sales } from '../shared/endpoint.ts'
import { evidenceKeysSchema } from '../shared/evidence-keys.ts'
import { noContent, numberParams, readVersionSchema, tokenParams, uuidParams, versionQuery } from '../shared/fields.ts'
import * as answers from './agreements.answers.schema.ts'
import * as leads from './agreements.leads.schema.ts'
import * as schemas from './agreements.schema.ts'
import * as settings from './agreements.settings.schema.ts'
import * as templates from './agreements.templates.schema.ts'

const agreementParams = z.object({ id: z.uuid('Ugyldig avtale ID') })
const lineParams = agreementParams.extend({ lineId: uuidParams.shape.id })
const stored = z.object({ agreement: schemas.agreementSchema })

export const listAgreements = admin.get('/api/agreements', {
  summary:
    'The newest 10 000 agreements, newest first: those that are not archived, or with `archived=true` those that are.',
  query: z.object({ archived: z.enum(['true', 'false']).optional() }),
  response: z.array(schemas.agreementSchema),
})

export const readAgreement = admin.get('/api/agreements/{id}', {
  summary: 'An agreement, archived or not.',
  params: agreementParams,
  response: stored,
})

export const createAgreement = admin.post('/api/agreements', {
  summary:
    'Begins an agreement, as a draft, with copies of the active default conditions; or, with `templateId`, with what the template holds.',
  body: templates.agreementBeginSchema,
  response: stored,
})

export const updateAgreement = admin.put('/api/agreements/{id}', {
  summary: 'Changes an agreement; 409 when it is accepted or rejected.',
  params: agreementParams,
  body: schemas.agreementUpdateSchema,
  response: stored,
})

export const deleteAgreement = admin.delete('/api/agreements/{id}', {
  summary: 'Deletes an agreement with all that belongs to it; an accepted one is archived instead.',
  params: agreementParams,
  query: versionQuery,
  response: noContent,
})

export const listAgreementProducts = admin.get('/api/agreements/{id}/products', {
  summary: 'The lines of an agreement, in their order.',
  params: agreementParams,
  response: z.array(schemas.agreementLineSchema),
})

export const createAgreementProduct = admin.post('/api/agreements/{id}/products', {
  summary: 'Adds a line; the amounts of the agreement follow.',
  params: agreementParams,
  body: schemas.agreementLineCreateSchema,
  response: schemas.agreementLineSchema,
})

export const updateAgreementProduct = admin.put('/api/agreements/{id}/products/{lineId}', {
  summary: 'Changes a line; the amounts of the agreement follow.',
  params: lineParams,
  body: schemas.agreementLineUpdateSchema,
  response: schemas.agreementLineSchema,
})

export const deleteAgreementProduct = admin.delete('/api/agreements/{id}/products/{lineId}', {
  summary: 'Removes a line; the amounts of the agreement follow.',
  params: lineParams,
  query: versionQuery,
  response: noContent,
})

export const orderAgreementProducts = admin.put('/api/agreements/{id}/product-order', {
  summary: 'Puts the lines in another order; 409 when these are not all of them.',
  params: agreementParams,
  body: schemas.orderSchema,
  response: z.array(schemas.agreementLineSchema),
})

export const listAgreementConditions = admin.get('/api/agreements/{id}/conditions', {
  summary: 'The conditions of an agreement, in their order.',
  params: agreementParams,
  response: z.array(schemas.agreementConditionSchema),
})

export const createAgreementCondition = admin.post('/api/agreements/{id}/conditions', {
  summary: 'Attaches a copy of a condition.',
  params: agreementParams,
  body: schemas.agreementConditionCreateSchema,
  response: schemas.agreementConditionSchema,
})

export const updateAgreementCondition = admin.put('/api/agreements/{id}/conditions/{lineId}', {
  summary: 'Gives an attached condition a text of its own, or another place.',
  params: lineParams,
  body: schemas.agreementConditionUpdateSchema,
  response: schemas.agreementConditionSchema,
})

export const deleteAgreementCondition = admin.delete('/api/agreements/{id}/conditions/{lineId}', {
  summary: 'Takes a condition off an agreement.',
  params: lineParams,
  query: versionQuery,
  response: noContent,
})

export const orderAgreementConditions = admin.put('/api/agreements/{id}/condition-order', {
  summary: 'Puts the conditions in another order; 409 when these are not all of them.',
  params: agreementParams,
  body: schemas.orderSchema,
  response: z.array(schemas.agreementConditionSchema),
})

export const sendAgreement = admin.post('/api/agreements/{id}/send', {
  summary:
    'Sends an agreement to a contact person of its customer: again as a reminder, an accepted one as a copy; 409 when it is rejected.',
  params: agreementParams,
  body: schemas.agreementSendSchema,
  response: stored,
})

export const previewAgreementMail = admin.get('/api/agreements/{id}/mail-preview', {
  summary:
    'The mail that sending with these fields would queue, as a document for a sandboxed frame; its link is left out.',
  params: agreementParams,
  query: schemas.mailPreviewSchema.extend({ contactPersonId: numberParams.shape.id.optional() }),
  produces: 'text/html',
  response: z.string(),
})

export const listUnshownLetters = admin.get('/api/agreements/{id}/unshown-letters', {
  summary:
    'The letters that the agreement as a PDF shows as question marks, since no typeface has them; none as a rule.',
  params: agreementParams,
  response: z.array(z.string()),
})

export const renewAgreementLink = admin.post('/api/agreements/{id}/new-link', {
  confirm: true,
  summary: "Replaces the customer's link; the old one stops working at once. 409 when the version is stale.",
  params: agreementParams,
  body: z.object({ version: readVersionSchema }),
  response: stored,
})

export const copyAgreement = admin.post('/api/agreements/{id}/copy', {
  summary: 'Copies an agreement, with its lines and conditions, as a new draft.',
  params: agreementParams,
  response: stored,
})

export const readAgreementLead = admin.get('/api/agreements/{id}/lead', {
  summary: "The newest lead that the agreement's customer came from; null without one.",
  params: agreementParams,
  response: leads.agreementLeadSchema,
})

export const readLeadAgreement = sales.get('/api/leads/{id}/agreement', {
  summary: 'The newest agreement with the customer that a lead became, archived or not; null without one.',
  params: numberParams,
  response: leads.leadAgreementSchema,
})

export const readAgreementSettings = admin.get('/api/agreement-settings', {
  summary: 'Above which amount agreements ask for a code, and the keys that prove answers.',
  response: settings.agreementSettingsSchema,
})

export const updateAgreementSettings = admin.put('/api/agreement-settings', {
  summary: 'Sets the amount above which agreements ask for a code; 409 with `current` when `known` is stale.',
  body: settings.agreementSettingsChangeSchema,
  response: settings.agreementSettingsSchema,
})

export const listAgreementTemplates = admin.get('/api/agreement-templates', {
  summary: 'The templates for new agreements, by name.',
  response: z.array(templates.agreementTemplateSchema),
})

export const createAgreementTemplate = admin.post('/api/agreement-templates', {
  summary: 'Stores what an agreement holds, apart from its customer, as a template; 409 when the name is taken.',
  body: templates.agreementTemplateCreateSchema,
  response: templates.agreementTemplateSchema,
})

export const deleteAgreementTemplate = admin.delete('/api/agreement-templates/{id}', {
  summary: 'Deletes a template; agreements made from it stay.',
  params: uuidParams,
  query: versionQuery,
  response: noContent,
})

export const listAgreementEvents = admin.get('/api/agreements/{id}/events', {
  summary: 'The timeline of an agreement, oldest first.',
  params: agreementParams,
  response: z.array(schemas.agreementEventSchema),
})

export const readAgreementPdf = admin.get('/api/agreements/{id}/pdf', {
  summary:
    'The agreement as a PDF: as it stands, or with its evidence once it is answered. 503 with `Retry-After` while too many are asked for.',
  params: agreementParams,
  produces: 'application/pdf',
  response: z.unknown(),
})

export const recordAgreementAnswer = admin.post('/api/agreements/{id}/answer', {
  summary: 'Writes down an answer that the customer gave by phone, under the same rules as one by the link.',
  params: agreementParams,
  body: answers.phoneAnswerSchema,
  response: stored,
})

export const readAgreementResponse = anyone.get('/api/agreement-response/{token}', {
  summary: 'What the holder of the link sees. The ETag names exactly this text and state.',
  params: tokenParams,
  response: answers.publicAgreementSchema,
})

export const answerAgreement = anyone.post('/api/agreement-response/{token}', {
  summary:
    'Answers an agreement, once. With `If-Match` the answer holds only for that text. 409 with `current`, the view as it is now, when it is answered, changed, expired or not open.',
  params: tokenParams,
  body: answers.answerSchema,
  response: answers.publicAgreementSchema,
})

export const openAgreement = anyone.post('/api/agreement-response/{token}/opened', {
  summary: 'The page tells that a person, by a gesture, has opened it; noted at most once a day and address.',
  params: tokenParams,
  response: noContent,
})

export const sendAgreementCode = anyone.post('/api/agreement-response/{token}/code', {
  summary:
    'Sends a code to the address that the link was sent to; valid for ten minutes. 409 when no code is needed, 429 after three in an hour.',
  params: tokenParams,
  response: answers.sentCodeSchema,
})

export const beginIdentification = anyone.post('/api/agreement-response/{token}/eid', {
  summary: 'Begins an identification with the OpenID provider; 409 when the agreement does not ask for one.',
  params: tokenParams,
  response: answers.begunIdentificationSchema,
})

export const readEvidenceKeys = anyone.get('/.well-known/kontor-evidence.json', {
  summary: 'The public keys that signed evidence here, and the certificate that seals PDFs.',
  response: evidenceKeysSchema,
})

export const readIdentification = anyone.get('/api/agreement-response/{token}/eid/{identification}', {
  summary: 'Who the provider says it is; 404 when the identification is unknown, not completed, used or too old.',
  params: tokenParams.extend({ identification: z.string() }),
  response: answers.identificationSchema,
})

export const readAgreementResponsePdf = anyone.get('/api/agreement-response/{token}/pdf', {
  summary:
    'What the customer keeps: the agreement as it was sent, with the evidence once it is answered. 429 when the link is asked too often, 503 while too many PDFs are asked for; both with `Retry-After`.',
  params: tokenParams,
  produces: 'application/pdf',
  response: z.unknown(),
})
