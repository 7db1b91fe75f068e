-- Who is on the way to the provider begins again.
DELETE FROM agreement_identifications;
--> statement-breakpoint
CREATE TABLE "agreement_id_tokens" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"key" jsonb NOT NULL
);

ALTER TABLE "agreement_identifications" ADD COLUMN "browser_hash" text NOT NULL;
ALTER TABLE "agreement_identifications" ADD COLUMN "id_token" text;
ALTER TABLE "agreement_identifications" ADD COLUMN "key" jsonb;
ALTER TABLE "agreement_id_tokens" ADD CONSTRAINT "agreement_id_tokens_answer_id_agreement_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."agreement_answers"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Blanks what came while the link was the person's, and leaves the answers of others. Who entered a code is the one who had got it.
CREATE OR REPLACE FUNCTION erase_person_from_agreement_events(person_email text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  blanked integer;
  concerned uuid[] := ARRAY(SELECT agreement_id FROM agreement_events WHERE lower(recipient_email) = lower(person_email));
  answers uuid[] := ARRAY(SELECT id FROM agreement_answers WHERE agreement_id = ANY (concerned) AND CASE
    WHEN record LIKE '%"method":"code"%' THEN lower(record::jsonb #>> '{verification,sentTo}') = lower(person_email)
    ELSE agreement_was_with(agreement_id, answered_at, person_email) END);
BEGIN
  -- A PDF that shows their origin may be about to be stored.
  PERFORM pg_advisory_xact_lock(hashtextextended('agreement-erasure', 0));
  PERFORM set_config('kontor.erases_person', 'on', true);
  UPDATE agreement_events event SET address = NULL, user_agent = NULL
  WHERE (address IS NOT NULL OR user_agent IS NOT NULL) AND agreement_id = ANY (concerned) AND CASE kind
    WHEN 'answered' THEN EXISTS (SELECT FROM agreement_answers answer
      WHERE answer.id = ANY (answers) AND answer.agreement_id = event.agreement_id AND answer.answered_at = event.at)
    ELSE agreement_was_with(agreement_id, at, person_email) END;
  GET DIAGNOSTICS blanked = ROW_COUNT;
  DELETE FROM agreement_sealed_pdfs WHERE answer_id IN (SELECT id FROM agreement_answers WHERE origin_salt IS NOT NULL AND id = ANY (answers));
  DELETE FROM agreement_id_tokens WHERE answer_id = ANY (answers);
  UPDATE agreement_answers SET address = NULL, user_agent = NULL, origin_salt = NULL WHERE origin_salt IS NOT NULL AND id = ANY (answers);
  UPDATE agreement_sendings SET sent_to = NULL WHERE lower(sent_to) = lower(person_email);
  UPDATE agreement_sendings SET cc = ARRAY(SELECT copy FROM unnest(cc) copy WHERE lower(copy) <> lower(person_email))
  WHERE EXISTS (SELECT FROM unnest(cc) copy WHERE lower(copy) = lower(person_email));
  PERFORM set_config('kontor.erases_person', '', true);
  RETURN blanked;
END $$;
--> statement-breakpoint
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION erase_person_from_agreement_events(text) SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;
