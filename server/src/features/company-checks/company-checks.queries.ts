import { sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { companyStates } from '../company-register/company-register.table.ts'
import { customers } from '../customers/customers.table.ts'
import { leads } from '../leads/leads.table.ts'

interface DueBefore {
  /** Companies are due if last checked before this time. */
  readonly before: string
  /** Replaces `before` for companies that were deleted or unknown at their last check. */
  readonly goneBefore: string
}

/** Lists the next `count` organisation numbers of leads and customers after `after`, sorted, and says which are due. */
export const nextNumbers = async (
  db: Queryable,
  after: string,
  count: number,
  { before, goneBefore }: DueBefore,
): Promise<{ number: string; isDue: boolean }[]> => {
  const state = companyStates
  const { rows } = await db.execute<{ number: string; isDue: boolean }>(sql`
    with numbers as (
      (select distinct ${leads.org_no} as number from ${leads} where ${leads.org_no} > ${after} order by 1 limit ${count})
      union
      (select distinct ${customers.organizationNumber} from ${customers}
        where ${customers.organizationNumber} > ${after} and ${customers.archivedAt} is null order by 1 limit ${count})
      order by 1 limit ${count})
    select numbers.number, ${state.checkedAt} is null or ${state.checkedAt} <
        case when ${state.deleted} or ${state.name} is null then ${goneBefore}::timestamptz else ${before}::timestamptz end
      as "isDue"
    from numbers left join ${state} on ${state.organizationNumber} = numbers.number order by 1`)
  return rows
}

/** Deletes the states of companies without a lead or customer, since those of sole proprietorships are personal data. */
export const forgetStates = async (db: Queryable): Promise<void> => {
  const number = companyStates.organizationNumber
  await db.execute(sql`
    delete from ${companyStates} where not exists (select from ${leads} where ${leads.org_no} = ${number})
      and not exists (select from ${customers} where ${customers.organizationNumber} = ${number})`)
}
