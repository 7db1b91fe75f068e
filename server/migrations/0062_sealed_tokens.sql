ALTER TABLE "agreements" ADD COLUMN "response_token_hash" text;
ALTER TABLE "webinar_registrations" ADD COLUMN "token_hash" text;
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_response_token_hash_unique" UNIQUE("response_token_hash");
ALTER TABLE "webinar_registrations" ADD CONSTRAINT "webinar_registrations_token_hash_unique" UNIQUE("token_hash");
--> statement-breakpoint
DO $$ DECLARE watched regclass; event text; BEGIN
  FOREACH watched IN ARRAY ARRAY['agreements', 'webinar_registrations']::regclass[] LOOP
    FOREACH event IN ARRAY ARRAY['audit_insert', 'audit_update', 'audit_delete'] LOOP
      EXECUTE format('DROP TRIGGER %I ON %s', event, watched);
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
-- As before, without the hashes of links. The next start encrypts the tokens, for which it has the key.
SELECT audit_changes_of('webinar_registrations', 'registration', 'r.webinar_id', 'r.name',
  $$to_jsonb(r) - '{id,version,created_at,webinar_id,token,token_hash,submission_key,reminded_of}'::text[]$$, 'true', 'webinar');
SELECT audit_changes_of('agreements', 'agreement', 'r.id', $$r.reference || ' ' || r.title$$, $$to_jsonb(r) - '{id,version,created_at,updated_at,search_text,reference,
    signature_token,response_token,response_token_hash,total_amount,vat_amount,verification_chosen,evidence,last_mail_id,opened_at,reminders_sent,reminded_on,expiry_noted_at,
    contact_person_id}'::text[]
  || jsonb_build_object('customer', (SELECT name FROM customers WHERE customers.id = r.customer_id))$$);
