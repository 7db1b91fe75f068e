-- Lists of leads are counted as they are read: a trigger only keeps the history of statuses.
DROP TRIGGER leads_made ON leads;
DROP TRIGGER leads_gone ON leads;
DROP TRIGGER leads_emptied ON leads;
DROP TABLE "lead_counts";
DROP INDEX "leads_status_place_index";
DROP INDEX "leads_status_created_index";
DROP INDEX "leads_city_index";
DROP INDEX "leads_city_desc_index";
DROP INDEX "leads_revenue_index";
DROP INDEX "leads_revenue_desc_index";
DROP INDEX "leads_next_step_at_desc_index";
DROP INDEX "leads_lost_reason_index";
DROP INDEX "leads_industry_index";
--> statement-breakpoint
-- The user for whose request the transaction writes; null for visitors and Kontor itself.
CREATE FUNCTION acting_user() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT origin ->> 'actor' FROM (SELECT nullif(current_setting('kontor.origin', true), '')::jsonb AS origin) AS setting
  WHERE origin ->> 'actorKind' IN ('user', 'admin')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION note_lead_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO lead_status_changes (lead_id, from_status, to_status, changed_by)
  SELECT id, gone.status, made.status, acting_user()
  FROM made JOIN gone USING (id) WHERE made.status <> gone.status ORDER BY id;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Records what users change beside the status, whoever writes it: forms, the board, bulk changes (docs/leads.md). Nothing is recorded of
-- what Kontor itself does (the register watch, a purge), nor in imports and restored deletions.
CREATE OR REPLACE FUNCTION note_lead_fields() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE actor text := acting_user();
BEGIN
  IF actor IS NULL OR current_setting('kontor.audit', true) <> '' THEN RETURN NULL; END IF;
  INSERT INTO lead_entries (lead_id, kind, field, from_value, to_value, author)
  SELECT NEW.id, 'change', field, before, after, actor
  FROM (VALUES
    ('next_step', OLD.next_step, NEW.next_step),
    ('next_step_at', OLD.next_step_at::text, NEW.next_step_at::text),
    ('owner', (SELECT username FROM users WHERE id = OLD.owner_id), (SELECT username FROM users WHERE id = NEW.owner_id)),
    ('lost_reason', CASE WHEN NEW.status = 'Avslått' THEN OLD.lost_reason END, NEW.lost_reason)
  ) AS changes (field, before, after)
  WHERE before IS DISTINCT FROM after
  UNION ALL
  -- Sales users don't see customers: only that the lead became one.
  SELECT NEW.id, 'change', 'customer', NULL, NULL, actor
  WHERE NEW.customer_id IS NOT NULL AND NEW.customer_id IS DISTINCT FROM OLD.customer_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION link_enquiries_of_lead() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE actor text := acting_user();
BEGIN
  WITH linked AS (
    UPDATE contacts SET customer_id = NEW.customer_id WHERE lead_id = NEW.id AND customer_id IS NULL RETURNING id
  )
  INSERT INTO contact_events (contact_id, kind, actor)
  SELECT id, 'customer', actor FROM linked WHERE actor IS NOT NULL AND coalesce(current_setting('kontor.audit', true), '') = '';
  RETURN NULL;
END $$;
