import { z } from 'zod'
import { leadStatuses } from '../leads/leads.rules.ts'
import { agreementSchema } from './agreements.schema.ts'

/** The lead that an agreement's customer came from. */
export const agreementLeadSchema = z.object({
  lead: z.object({ id: z.int(), company_name: z.string(), status: z.enum(leadStatuses) }).nullable(),
})

/** The newest agreement with the customer that a lead became, for the users who see leads. */
export const leadAgreementSchema = z.object({
  agreement: agreementSchema
    .pick({ id: true, reference: true, title: true, status: true, sentAt: true, respondedAt: true })
    .nullable(),
})
