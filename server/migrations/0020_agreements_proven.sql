CREATE TABLE "agreement_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agreement_id" uuid NOT NULL,
	"sent_to" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"used_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);

CREATE TABLE "agreement_evidence" (
	"number" integer PRIMARY KEY NOT NULL,
	"answer_id" uuid NOT NULL,
	"evidence" text NOT NULL,
	"previous" text,
	"signature" text NOT NULL,
	"key_id" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "agreement_evidence_answer_unique" UNIQUE("answer_id"),
	CONSTRAINT "agreement_evidence_previous_unique" UNIQUE NULLS NOT DISTINCT("previous"),
	CONSTRAINT "agreement_evidence_number_check" CHECK ("agreement_evidence"."number" >= 1)
);

CREATE TABLE "agreement_identifications" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"agreement_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"issuer" text,
	"subject" text,
	"name" text,
	"identified_at" timestamptz(3),
	"used_at" timestamptz(3),
	"created_at" timestamptz(3) NOT NULL,
	"expires_at" timestamptz(3) NOT NULL
);

CREATE TABLE "agreement_sealed_pdfs" (
	"answer_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);

CREATE TABLE "agreement_timestamps" (
	"number" integer PRIMARY KEY NOT NULL,
	"token" "bytea" NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);

CREATE TABLE "agreement_numbers" (
	"year" integer PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);

CREATE TABLE "agreement_templates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text COLLATE "nb-x-icu" NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);

ALTER TABLE "agreement_answers" ADD COLUMN "record" text;
ALTER TABLE "agreement_answers" ADD COLUMN "address" text;
ALTER TABLE "agreement_answers" ADD COLUMN "user_agent" text;
ALTER TABLE "agreement_answers" ADD COLUMN "origin_salt" text;
ALTER TABLE "agreements" ADD COLUMN "reference" text;
ALTER TABLE "agreements" ADD COLUMN "language" text DEFAULT 'no' NOT NULL;
ALTER TABLE "agreements" ADD COLUMN "verification" text DEFAULT 'link' NOT NULL;
ALTER TABLE "agreements" ADD COLUMN "responsible_name" text;
ALTER TABLE "agreements" ADD COLUMN "responsible_phone" text;
ALTER TABLE "agreements" ADD COLUMN "responsible_email" text;
ALTER TABLE "agreements" ADD COLUMN "cc" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "agreements" ADD COLUMN "opened_at" timestamptz(3);
ALTER TABLE "agreements" ADD COLUMN "remind_after_days" integer;
ALTER TABLE "agreements" ADD COLUMN "remind_every_days" integer;
ALTER TABLE "agreements" ADD COLUMN "remind_at_most" integer DEFAULT 3 NOT NULL;
ALTER TABLE "agreements" ADD COLUMN "reminders_sent" integer DEFAULT 0 NOT NULL;
ALTER TABLE "agreements" ADD COLUMN "expiry_noted_at" timestamptz(3);
ALTER TABLE "email_logs" ADD COLUMN "cc" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "email_logs" ADD COLUMN "secret" jsonb;
ALTER TABLE "agreement_codes" ADD CONSTRAINT "agreement_codes_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "agreement_identifications" ADD CONSTRAINT "agreement_identifications_agreement_id_agreements_id_fk" FOREIGN KEY ("agreement_id") REFERENCES "public"."agreements"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "agreement_sealed_pdfs" ADD CONSTRAINT "agreement_sealed_pdfs_answer_id_agreement_answers_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."agreement_answers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "agreement_timestamps" ADD CONSTRAINT "agreement_timestamps_number_agreement_evidence_number_fk" FOREIGN KEY ("number") REFERENCES "public"."agreement_evidence"("number") ON DELETE no action ON UPDATE no action;
CREATE INDEX "agreement_codes_agreement_index" ON "agreement_codes" USING btree ("agreement_id","created_at");
CREATE INDEX "agreement_identifications_agreement_index" ON "agreement_identifications" USING btree ("agreement_id","created_at");
CREATE UNIQUE INDEX "agreement_templates_name_unique" ON "agreement_templates" USING btree (lower("name"));
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_reference_unique" UNIQUE("reference");
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_language_check" CHECK ("agreements"."language" in ('no', 'en'));
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_verification_check" CHECK ("agreements"."verification" in ('link', 'code', 'eid'));
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_remind_after_days_check" CHECK ("agreements"."remind_after_days" >= 1);
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_remind_every_days_check" CHECK ("agreements"."remind_every_days" >= 1);
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_remind_at_most_check" CHECK ("agreements"."remind_at_most" >= 1);

-- Agreements get their numbers in the order in which they were created, by year in Norway.
UPDATE agreements SET reference = numbered.reference FROM (
  SELECT id, format('A-%s-%s', year, lpad(number::text, greatest(4, length(number::text)), '0')) AS reference FROM (
    SELECT id, extract(year FROM created_at AT TIME ZONE 'Europe/Oslo')::int AS year,
      row_number() OVER (PARTITION BY extract(year FROM created_at AT TIME ZONE 'Europe/Oslo') ORDER BY created_at, id) AS number
    FROM agreements) ordered) numbered
WHERE agreements.id = numbered.id;
INSERT INTO agreement_numbers (year, last)
  SELECT extract(year FROM created_at AT TIME ZONE 'Europe/Oslo')::int, count(*) FROM agreements GROUP BY 1;
ALTER TABLE "agreements" ALTER COLUMN "reference" SET NOT NULL;

-- Nobody is named who didn't name themselves.
UPDATE agreements SET responded_by = CASE answer_channel
  WHEN 'phone' THEN 'Navn ikke oppgitt, svaret ble gitt på telefon'
  ELSE 'Navn ikke oppgitt, lenken ble sendt til ' || coalesce(recipient_email, 'ukjent adresse') END
WHERE evidence IS NOT NULL AND (
  SELECT name FROM agreement_answers WHERE agreement_id = agreements.id ORDER BY answered_at DESC LIMIT 1) IS NULL;

-- What was opened before counts as opened.
UPDATE agreements SET opened_at = opened.at FROM (
  SELECT agreement_id, min(at) AS at FROM agreement_events WHERE kind = 'opened' GROUP BY agreement_id) opened
WHERE agreements.id = opened.agreement_id;

-- The chain, its timestamps and the sealed files are only added to, like the rest of the evidence. A person's origin may be blanked in
-- answers too, and the sealed files that show it are then deleted.
CREATE OR REPLACE FUNCTION refuse_change_of_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE filled boolean;
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    -- An empty table has nothing to keep.
    EXECUTE format('SELECT EXISTS (SELECT FROM %I.%I)', TG_TABLE_SCHEMA, TG_TABLE_NAME) INTO filled;
    IF NOT filled THEN RETURN NULL; END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF TG_TABLE_NAME = 'agreement_sealed_pdfs' THEN
      IF current_setting('kontor.deletes_agreement', true) <> '' OR current_setting('kontor.erases_person', true) = 'on' THEN RETURN OLD; END IF;
    ELSIF TG_TABLE_NAME IN ('agreement_snapshots', 'agreement_answers', 'agreement_events') THEN
      IF OLD.agreement_id::text = current_setting('kontor.deletes_agreement', true) THEN RETURN OLD; END IF;
    END IF;
  ELSIF current_setting('kontor.erases_person', true) = 'on' THEN
    IF TG_TABLE_NAME = 'agreement_events' AND to_jsonb(NEW) = to_jsonb(OLD) || '{"address": null, "user_agent": null}' THEN RETURN NEW; END IF;
    IF TG_TABLE_NAME = 'agreement_answers'
      AND to_jsonb(NEW) = to_jsonb(OLD) || '{"address": null, "user_agent": null, "origin_salt": null}' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% of % is refused: evidence is only added to', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER agreement_evidence_unchangeable BEFORE UPDATE OR DELETE ON agreement_evidence
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_evidence_not_emptied BEFORE TRUNCATE ON agreement_evidence
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_timestamps_unchangeable BEFORE UPDATE OR DELETE ON agreement_timestamps
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_timestamps_not_emptied BEFORE TRUNCATE ON agreement_timestamps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_sealed_pdfs_unchangeable BEFORE UPDATE OR DELETE ON agreement_sealed_pdfs
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_sealed_pdfs_not_emptied BEFORE TRUNCATE ON agreement_sealed_pdfs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_evidence();

CREATE OR REPLACE FUNCTION erase_person_from_agreement_events(person_email text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  blanked integer;
  erased uuid[] := ARRAY(SELECT agreement_id FROM agreement_events WHERE lower(recipient_email) = lower(person_email));
BEGIN
  PERFORM set_config('kontor.erases_person', 'on', true);
  UPDATE agreement_events SET address = NULL, user_agent = NULL
  WHERE (address IS NOT NULL OR user_agent IS NOT NULL) AND agreement_id = ANY (erased);
  GET DIAGNOSTICS blanked = ROW_COUNT;
  DELETE FROM agreement_sealed_pdfs WHERE answer_id IN (
    SELECT id FROM agreement_answers WHERE origin_salt IS NOT NULL AND agreement_id = ANY (erased));
  UPDATE agreement_answers SET address = NULL, user_agent = NULL, origin_salt = NULL
  WHERE origin_salt IS NOT NULL AND agreement_id = ANY (erased);
  PERFORM set_config('kontor.erases_person', '', true);
  RETURN blanked;
END $$;
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION erase_person_from_agreement_events(text) SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;
