ALTER TABLE "leads" ADD COLUMN "status_since" timestamptz(3) DEFAULT now() NOT NULL;
--> statement-breakpoint
-- Not a change by a user: nobody is told, and nothing is counted.
ALTER TABLE leads DISABLE TRIGGER USER;
--> statement-breakpoint
UPDATE leads SET status_since = coalesce(
  (SELECT changed_at FROM lead_status_changes WHERE lead_id = leads.id ORDER BY id DESC LIMIT 1), created_at);
--> statement-breakpoint
ALTER TABLE leads ENABLE TRIGGER USER;
--> statement-breakpoint
-- The list shows how long each lead has had its status, whoever sets it: forms, imports, bulk changes.
CREATE FUNCTION date_lead_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.status_since := now();
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER leads_status_dated BEFORE UPDATE OF status ON leads FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION date_lead_status();
--> statement-breakpoint
-- As before, and with the reason of a loss. When the lead is no longer lost, its status says so.
CREATE OR REPLACE FUNCTION note_lead_fields() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE actor text := nullif(current_setting('kontor.actor', true), '');
BEGIN
  IF actor IS NULL OR current_setting('kontor.statuses_only', true) = 'on' THEN RETURN NULL; END IF;
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
DROP TRIGGER leads_fields_changed ON leads;
--> statement-breakpoint
CREATE TRIGGER leads_fields_changed AFTER UPDATE ON leads FOR EACH ROW
  WHEN ((OLD.next_step, OLD.next_step_at, OLD.owner_id, OLD.customer_id, OLD.lost_reason)
    IS DISTINCT FROM (NEW.next_step, NEW.next_step_at, NEW.owner_id, NEW.customer_id, NEW.lost_reason))
  EXECUTE FUNCTION note_lead_fields();
