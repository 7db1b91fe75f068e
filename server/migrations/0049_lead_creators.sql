ALTER TABLE "leads" ADD COLUMN "created_by" text DEFAULT (nullif(current_setting('kontor.origin', true), '')::jsonb ->> 'actor');
--> statement-breakpoint
-- As before: the event itself says who created a lead.
DROP TRIGGER audit_insert ON leads;
--> statement-breakpoint
DROP TRIGGER audit_update ON leads;
--> statement-breakpoint
DROP TRIGGER audit_delete ON leads;
--> statement-breakpoint
SELECT audit_changes_of('leads', 'lead', 'r.id', 'r.company_name', $$to_jsonb(r) - '{id,version,created_at,created_by,last_touched_at,status_since,search_text,industry_text,import_id,owner_id,customer_id}'::text[]
  || jsonb_build_object('owner', (SELECT username FROM users WHERE users.id = r.owner_id), 'customer', (SELECT name FROM customers WHERE customers.id = r.customer_id))$$);
