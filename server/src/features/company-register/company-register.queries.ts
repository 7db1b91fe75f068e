import type { RegisterMark } from '@kontor/contract/company-register/company-register.schema'
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { companyStates } from './company-register.table.ts'

interface EntityColumns {
  readonly name: PgColumn
  readonly address: PgColumn
  readonly postCode: PgColumn
  readonly city: PgColumn
  readonly createdAt: PgColumn
}

/**
 * Returns how the register differs from an entity joined with `company_states`; null without a state. Includes the register's name if our name
 * is a former one, or if the register's name changed after `createdAt`. Includes the register's address if it changed after `createdAt`.
 */
export const registerMark = ({ name, address, postCode, city, createdAt }: EntityColumns) => {
  const state = companyStates
  const differs = (theirs: PgColumn, ours: PgColumn) =>
    sql`lower(coalesce(${theirs}, '')) <> lower(coalesce(${ours}, ''))`
  const moved = sql`(${differs(state.address, address)} or ${differs(state.postCode, postCode)} or ${differs(state.city, city)})`
  return sql<RegisterMark | null>`case when ${state.checkedAt} is not null then jsonb_build_object(
    'state', case when ${state.deleted} then 'Slettet' when ${state.bankruptcy} then 'Konkurs'
      when ${state.underLiquidation} then 'Under avvikling' end,
    'name', case when ${differs(state.name, name)}
      and (${state.nameChangedAt} > ${createdAt} or lower(${name}) = any(${state.formerNames})) then ${state.name} end,
    'address', case when ${state.addressChangedAt} > ${createdAt} and ${moved}
      then concat_ws(', ', ${state.address}, concat_ws(' ', ${state.postCode}, ${state.city})) end,
    'checkedAt', to_char(${state.checkedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`
}

/** A company's state in the register; `name` is null when the company is unknown or removed. */
export type CompanyState = Omit<typeof companyStates.$inferSelect, 'nameChangedAt' | 'addressChangedAt' | 'checkedAt'>

/** Stores the current states, and the time when a name or address changed. */
export const storeStates = async (db: Queryable, states: readonly CompanyState[], now: string): Promise<void> => {
  if (states.length === 0) return
  // A name or address that differs only in case has not changed.
  const addressOf = (row: string) => sql.raw(`(lower(${row}.address), ${row}.post_code, lower(${row}.city))`)
  const renamed = sql.raw('lower(old.name) <> lower(excluded.name)')
  await db.execute(sql`
    insert into company_states as old (organization_number, name, former_names, address, post_code, city, bankruptcy,
      under_liquidation, deleted, checked_at)
    select given."organizationNumber", given.name, array(select jsonb_array_elements_text(given."formerNames")), given.address,
      given."postCode", given.city, given.bankruptcy, given."underLiquidation", given.deleted, ${now}
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as given("organizationNumber" text, name text, "formerNames" jsonb,
      address text, "postCode" text, city text, bankruptcy boolean, "underLiquidation" boolean, deleted boolean)
    order by 1
    on conflict (organization_number) do update set
      name = excluded.name,
      former_names = case when excluded.name is null then '{}' else array(select distinct unnest(
        old.former_names || excluded.former_names || case when ${renamed} then array[lower(old.name)] else '{}' end))
        end,
      name_changed_at = case when ${renamed} then excluded.checked_at else old.name_changed_at end,
      address = excluded.address, post_code = excluded.post_code, city = excluded.city,
      address_changed_at = case when old.name is not null and excluded.name is not null
        and ${addressOf('old')} is distinct from ${addressOf('excluded')} then excluded.checked_at else old.address_changed_at end,
      bankruptcy = excluded.bankruptcy, under_liquidation = excluded.under_liquidation, deleted = excluded.deleted,
      checked_at = excluded.checked_at`)
}
