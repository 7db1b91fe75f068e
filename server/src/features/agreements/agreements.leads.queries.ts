import { desc, eq } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow } from '../../platform/database/rows.ts'
import { leads } from '../leads/leads.table.ts'
import { agreements } from './agreements.table.ts'

/** The newest lead that became the agreement's customer. */
export const findLeadOfAgreement = (db: Queryable, agreementId: string) =>
  firstRow(
    db
      .select({ id: leads.id, company_name: leads.company_name, status: leads.status })
      .from(agreements)
      .innerJoin(leads, eq(leads.customer_id, agreements.customerId))
      .where(eq(agreements.id, agreementId))
      .orderBy(desc(leads.created_at), desc(leads.id))
      .limit(1),
  )

/** The newest agreement with the customer that a lead became, archived or not. */
export const findAgreementOfLead = (db: Queryable, leadId: number) =>
  firstRow(
    db
      .select({
        id: agreements.id,
        reference: agreements.reference,
        title: agreements.title,
        status: agreements.status,
        sentAt: agreements.sentAt,
        respondedAt: agreements.respondedAt,
      })
      .from(leads)
      .innerJoin(agreements, eq(agreements.customerId, leads.customer_id))
      .where(eq(leads.id, leadId))
      .orderBy(desc(agreements.createdAt), desc(agreements.id))
      .limit(1),
  )
