import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedSql, openSql } from '../stand-ins/database.ts'

const backdateContacts = `
  WITH aged AS (
    SELECT id, CASE row_number() OVER (ORDER BY created_at, id) WHEN 1 THEN interval '361 days'
      ELSE (count(*) OVER () - row_number() OVER (ORDER BY created_at, id)) * interval '25 hours 17 minutes' END AS age
    FROM contacts
  ), moved AS (
    UPDATE contacts SET created_at = created_at - age,
      handled_at = CASE WHEN age > interval '4 days' THEN created_at - age + interval '3 hours' END
    FROM aged WHERE aged.id = contacts.id
    RETURNING contacts.id::text AS id, age
  )
  UPDATE email_logs SET created_at = created_at - age, sent_at = sent_at - age FROM moved WHERE moved.id = related_id`

const showTransientDeliveries = `
  UPDATE email_logs SET delivery = state, sent_at = NULL, tries = '[]'
  FROM (SELECT id, CASE row_number() OVER (ORDER BY created_at DESC) WHEN 1 THEN 'queued' ELSE 'stored' END AS state
        FROM email_logs WHERE delivery = 'sent' AND type <> 'agreement' ORDER BY created_at DESC LIMIT 2) AS latest
  WHERE latest.id = email_logs.id`

const backdateLeads = `
  UPDATE leads SET created_at = created_at - age, last_touched_at = last_touched_at - least(age, id % 45 * interval '1 day')
  FROM (SELECT id AS lead, (max(id) OVER () - id) * interval '19 hours' AS age FROM leads) ages WHERE lead = id`

const backdateLeadChanges = `
  UPDATE lead_status_changes SET changed_at = leads.created_at + (changed_at - leads.created_at) / 2
  FROM leads WHERE leads.id = lead_id`

const backdateLeadEntries = `
  UPDATE lead_entries SET created_at = leads.created_at + (lead_entries.created_at - leads.created_at) / 2
  FROM leads WHERE leads.id = lead_id`

/** Waits until the server has tried to send every mail once: a delivery in progress would overwrite the updates below. */
const waitForFirstTries = async (sql: EmbeddedSql): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const queued = await sql.run("SELECT 1 FROM email_logs WHERE delivery = 'queued' LIMIT 1")
    if (queued.length === 0) return
    await sleep(100)
  }
  throw new Error('Some mails were not tried within 10 seconds.')
}

const statements = [backdateContacts, showTransientDeliveries, backdateLeads, backdateLeadChanges, backdateLeadEntries]

/**
 * Spreads enquiries with their mails, and leads with their history, over the last three weeks, so that lists look realistic. Makes one
 * enquiry so old that it will be deleted soon. Puts two mails into delivery states that are otherwise too brief to see.
 */
export const backdate = async (dataDir: string): Promise<void> => {
  const sql = openSql(dataDir)
  try {
    await waitForFirstTries(sql)
    for (const statement of statements) await sql.run(statement)
  } finally {
    await sql.close()
  }
}
