ALTER TABLE "customers" ADD COLUMN "created_by" text DEFAULT (nullif(current_setting('kontor.origin', true), '')::jsonb ->> 'actor');
--> statement-breakpoint
-- As before: the event itself says who created a customer.
DROP TRIGGER audit_insert ON customers;
--> statement-breakpoint
DROP TRIGGER audit_update ON customers;
--> statement-breakpoint
DROP TRIGGER audit_delete ON customers;
--> statement-breakpoint
SELECT audit_changes_of('customers', 'customer', 'r.id', 'r.name', $$to_jsonb(r) - '{id,version,created_at,created_by,updated_at,search_text}'::text[]$$);
