import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { companyStates } from './company-register.table.ts'

/** The columns in which an entity keeps what the register knows as well. */
interface OwnColumns {
  readonly name: PgColumn
  readonly address: PgColumn
  readonly postCode: PgColumn
  readonly city: PgColumn
  readonly createdAt: PgColumn
}

const text = (value: SQL) => sql<string | null>`${value}`

/**
 * What to select beside an entity of which `company_states` is joined: the parts of its mark. A name counts as changed when
 * ours is one that the company had before, or when it was changed after our entity was made; an address only in the latter case.
 */
export const markColumns = ({ name, address, postCode, city, createdAt }: OwnColumns) => {
  const state = companyStates
  const other = (theirs: PgColumn, ours: PgColumn) =>
    sql`lower(coalesce(${theirs}, '')) <> lower(coalesce(${ours}, ''))`
  const moved = sql`(${other(state.address, address)} or ${other(state.postCode, postCode)} or ${other(state.city, city)})`
  return {
    markState: text(sql`case when ${state.deleted} then 'Slettet' when ${state.bankruptcy} then 'Konkurs'
      when ${state.underLiquidation} then 'Under avvikling' end`),
    markName: text(sql`case when ${other(state.name, name)}
      and (${state.nameChangedAt} > ${createdAt} or lower(${name}) = any(${state.formerNames})) then ${state.name} end`),
    markAddress: text(sql`case when ${state.addressChangedAt} > ${createdAt} and ${moved}
      then concat_ws(', ', ${state.address}, concat_ws(' ', ${state.postCode}, ${state.city})) end`),
    markCheckedAt: state.checkedAt,
  }
}

interface MarkParts {
  readonly markState: string | null
  readonly markName: string | null
  readonly markAddress: string | null
  readonly markCheckedAt: string | null
}

const states = ['Slettet', 'Konkurs', 'Under avvikling'] as const

/** Adds the register's mark as the contract names it; the response schema drops its parts. */
export const withMark = <Row extends MarkParts>(row: Row) => {
  const { markState, markName, markAddress, markCheckedAt } = row
  const state = states.find((known) => known === markState) ?? null
  const register = markCheckedAt && { state, name: markName, address: markAddress, checkedAt: markCheckedAt }
  return { ...row, register: register || null }
}

/** What the register says of a company at a moment; without a name where it knows none, or has removed it. */
export interface CompanyState {
  readonly organizationNumber: string
  readonly name: string | null
  /** In lower case. */
  readonly formerNames: readonly string[]
  readonly address: string | null
  readonly postCode: string | null
  readonly city: string | null
  readonly bankruptcy: boolean
  readonly underLiquidation: boolean
  readonly deleted: boolean
}

/** Keeps what the register says now; what is another name or address than before is noticed. */
export const storeStates = async (db: Queryable, states: readonly CompanyState[], now: string): Promise<void> => {
  if (states.length === 0) return
  const rows = states.map((state) => ({ ...state, formerNames: [...state.formerNames] }))
  const place = (row: string) => sql.raw(`(${row}.address, ${row}.post_code, ${row}.city)`)
  await db.execute(sql`
    insert into company_states as old (organization_number, name, former_names, address, post_code, city, bankruptcy,
      under_liquidation, deleted, checked_at)
    select given."organizationNumber", given.name, array(select jsonb_array_elements_text(given."formerNames")), given.address,
      given."postCode", given.city, given.bankruptcy, given."underLiquidation", given.deleted, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given("organizationNumber" text, name text, "formerNames" jsonb,
      address text, "postCode" text, city text, bankruptcy boolean, "underLiquidation" boolean, deleted boolean)
    order by 1
    on conflict (organization_number) do update set
      name = excluded.name,
      former_names = case when excluded.name is null then '{}' else array(select distinct unnest(
        old.former_names || excluded.former_names || case when old.name <> excluded.name then array[lower(old.name)] else '{}' end))
        end,
      name_changed_at = case when old.name <> excluded.name then excluded.checked_at else old.name_changed_at end,
      address = excluded.address, post_code = excluded.post_code, city = excluded.city,
      address_changed_at = case when old.name is not null and excluded.name is not null
        and ${place('old')} is distinct from ${place('excluded')} then excluded.checked_at else old.address_changed_at end,
      bankruptcy = excluded.bankruptcy, under_liquidation = excluded.under_liquidation, deleted = excluded.deleted,
      checked_at = excluded.checked_at`)
}
