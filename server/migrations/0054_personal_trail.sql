ALTER TABLE "audit_events" ADD COLUMN "row_id" text;
CREATE INDEX "audit_events_record_index" ON "audit_events" USING btree ("kind",coalesce("row_id", "entity_id"));
--> statement-breakpoint
-- Events name the row itself where their record is its parent (docs/decisions/0071). Older ones are known by their parent and title.
SELECT set_config('kontor.keeps_audit', 'on', true);
UPDATE audit_events SET row_id = entity_id || ':' || coalesce(title, '')
WHERE kind IN ('lead-entry', 'contact-person', 'registration', 'agreement-line', 'agreement-condition');
SELECT set_config('kontor.keeps_audit', '', true);
--> statement-breakpoint
-- As before, with the id of the row.
CREATE OR REPLACE FUNCTION note_audit_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind CONSTANT text := TG_ARGV[0];
  parent CONSTANT text := nullif(TG_ARGV[5], '');
  mode CONSTANT text := coalesce(current_setting('kontor.audit', true), '');
  own_id CONSTANT text := CASE WHEN parent IS NULL THEN 'NULL' ELSE 'r.id' END;
  origin jsonb;
  action text;
  source text;
  made text;
BEGIN
  -- What other triggers do belongs to the statement that caused it.
  IF mode = 'off' OR (pg_trigger_depth() > 1 AND (TG_OP = 'UPDATE' OR parent IS NOT NULL)) THEN RETURN NULL; END IF;
  origin := coalesce(nullif(current_setting('kontor.origin', true), ''), '{}')::jsonb;
  action := CASE WHEN mode = 'restored' THEN mode WHEN kind = 'email' THEN 'sent'
    ELSE CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'updated' ELSE 'deleted' END END;
  IF TG_OP = 'UPDATE' THEN
    -- OFFSET 0: otherwise each use of a row's values computes them again.
    source := format('SELECT made.id, made.own_id, made.title, CASE WHEN $1 = ''updated'' AND after ->> ''archived_at'' IS NOT NULL THEN ''archived'' ELSE $1 END AS action,
        before, after
      FROM (SELECT %1$s AS key, (%2$s)::text AS id, (%6$s)::text AS own_id, %3$s AS title, %4$s AS row_values FROM changed AS r WHERE %5$s OFFSET 0) AS made
      JOIN (SELECT %1$s AS key, %4$s AS row_values FROM earlier AS r OFFSET 0) AS gone USING (key)
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(name, gone.row_values -> name) AS before, jsonb_object_agg(name, made.row_values -> name) AS after
        FROM jsonb_object_keys(made.row_values || gone.row_values) AS name
        WHERE coalesce(made.row_values -> name, ''null'') <> coalesce(gone.row_values -> name, ''null'')) AS changes
      WHERE after IS NOT NULL',
      CASE WHEN TG_TABLE_NAME = 'system_settings' THEN 'r.key' ELSE 'r.id' END, TG_ARGV[1], TG_ARGV[2], TG_ARGV[3], TG_ARGV[4], own_id);
  ELSE
    source := format('SELECT (%1$s)::text AS id, (%7$s)::text AS own_id, %2$s AS title, $1 AS action,
        CASE WHEN %5$L = ''DELETE'' THEN jsonb_strip_nulls(%3$s) END AS before, CASE WHEN %5$L = ''INSERT'' THEN jsonb_strip_nulls(%3$s) END AS after
      FROM changed AS r WHERE %4$s AND (%6$L IS NULL OR (%6$L || '':'' || (%1$s)::text) IS DISTINCT FROM current_setting(''kontor.made'', true))',
      TG_ARGV[1], TG_ARGV[2], TG_ARGV[3], TG_ARGV[4], TG_OP, parent, own_id);
    -- Parts that go with their record are no events of their own.
    IF TG_OP = 'DELETE' AND parent IS NOT NULL THEN
      source := source || format(' AND EXISTS (SELECT FROM %I AS parents WHERE parents.id = %s)', parent || 's', TG_ARGV[1]);
    END IF;
  END IF;
  EXECUTE 'INSERT INTO audit_events (actor, actor_id, actor_kind, address, request_id, action, kind, entity_id, row_id, title, before, after)
    SELECT $2, $3, $4, $5, $6, action, $7, id, own_id, left(title, 300), before, after FROM (' || source || ') AS events'
    USING action, coalesce(origin ->> 'actor', 'Kontor'), (origin ->> 'actorId')::integer, coalesce(origin ->> 'actorKind', 'system'),
      CASE WHEN origin ->> 'actorKind' IN ('user', 'admin') THEN origin ->> 'address' END, origin ->> 'requestId', kind;
  -- The parts that a new record begins with are no events of their own.
  IF TG_OP = 'INSERT' AND kind IN ('agreement', 'customer', 'webinar', 'contact', 'lead') THEN
    EXECUTE format('SELECT min((%s)::text) FROM changed AS r HAVING count(*) = 1', TG_ARGV[1]) INTO made;
    PERFORM set_config('kontor.made', coalesce(kind || ':' || made, ''), true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$ DECLARE watched regclass; event text; BEGIN
  FOREACH watched IN ARRAY ARRAY['leads', 'contacts', 'agreements', 'email_logs']::regclass[] LOOP
    FOREACH event IN ARRAY ARRAY['audit_insert', 'audit_update', 'audit_delete'] LOOP
      EXECUTE format('DROP TRIGGER IF EXISTS %I ON %s', event, watched);
    END LOOP;
  END LOOP;
END $$;
--> statement-breakpoint
-- As before, with the ids of records whose names an event keeps or whose part the row is: an erasure finds them by these.
SELECT audit_changes_of('leads', 'lead', 'r.id', 'r.company_name', $$to_jsonb(r) - '{id,version,created_at,created_by,last_touched_at,status_since,search_text,industry_text,import_id,owner_id}'::text[]
  || jsonb_build_object('owner', (SELECT username FROM users WHERE users.id = r.owner_id), 'customer', (SELECT name FROM customers WHERE customers.id = r.customer_id))$$);
SELECT audit_changes_of('contacts', 'contact', 'r.id', 'r.name', $$to_jsonb(r) - '{id,version,created_at,search_text,submission_key,message}'::text[]
  || jsonb_build_object('customer', (SELECT name FROM customers WHERE customers.id = r.customer_id), 'lead', (SELECT company_name FROM leads WHERE leads.id = r.lead_id))$$);
SELECT audit_changes_of('agreements', 'agreement', 'r.id', $$r.reference || ' ' || r.title$$, $$to_jsonb(r) - '{id,version,created_at,updated_at,search_text,reference,
    signature_token,response_token,total_amount,vat_amount,verification_chosen,evidence,last_mail_id,opened_at,reminders_sent,reminded_on,expiry_noted_at,
    contact_person_id}'::text[]
  || jsonb_build_object('customer', (SELECT name FROM customers WHERE customers.id = r.customer_id))$$);
SELECT audit_changes_of('email_logs', 'email', 'r.id', 'r.subject', $$jsonb_build_object('to', r.to_address, 'cc', nullif(r.cc, '{}'), 'type', r.type, 'related_id', r.related_id)$$, 'true', '', '{INSERT}');
--> statement-breakpoint
DROP FUNCTION mask_audit_events(text, text[], jsonb);
DROP FUNCTION masked_values(jsonb, text[], text[]);
-- The values with those of these names masked; of lists, only the address.
CREATE FUNCTION masked_values(event_values jsonb, names jsonb, person_email text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT CASE WHEN event_values IS NULL THEN NULL ELSE (
    SELECT coalesce(jsonb_object_agg(key, CASE
      WHEN value = 'null' OR NOT names ? key THEN value
      WHEN jsonb_typeof(value) = 'array' THEN (
        SELECT coalesce(jsonb_agg(CASE WHEN lower(item #>> '{}') = lower(person_email) THEN '"[slettet]"' ELSE item END ORDER BY place), '[]')
        FROM jsonb_array_elements(value) WITH ORDINALITY AS items (item, place))
      ELSE '"[slettet]"' END), '{}') FROM jsonb_each(event_values)) END
$$;
-- Masks what is named of events: [{"id", "title", "before", "after"}]; never who, when or what.
CREATE FUNCTION mask_audit_events(masks jsonb, person_email text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('kontor.keeps_audit', 'on', true);
  UPDATE audit_events SET title = CASE WHEN mask.title AND audit_events.title IS NOT NULL THEN '[slettet]' ELSE audit_events.title END,
    before = masked_values(audit_events.before, mask.before, person_email), after = masked_values(audit_events.after, mask.after, person_email)
  FROM jsonb_to_recordset(masks) AS mask (id bigint, title boolean, before jsonb, after jsonb) WHERE mask.id = audit_events.id;
  PERFORM set_config('kontor.keeps_audit', '', true);
END $$;
--> statement-breakpoint
-- As before, and of those that are no evidence of an accepted agreement also whom the person's entries name and what they say.
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
  UPDATE agreement_events event SET recipient_name = NULL, detail = NULL,
    recipient_email = CASE WHEN recipient_email IS NOT NULL THEN '[slettet]' END
  WHERE agreement_id = ANY (concerned)
    AND NOT EXISTS (SELECT FROM agreements WHERE agreements.id = event.agreement_id AND status = 'accepted')
    AND NOT EXISTS (SELECT FROM agreement_answers WHERE agreement_id = event.agreement_id AND action = 'accept')
    AND (lower(recipient_email) = lower(person_email) OR kind = 'answered' AND EXISTS (SELECT FROM agreement_answers answer
      WHERE answer.id = ANY (answers) AND answer.agreement_id = event.agreement_id AND answer.answered_at = event.at));
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
-- As before, and entries of the timeline may lose their person.
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
    IF TG_TABLE_NAME = 'agreement_events'
      AND to_jsonb(NEW) - '{address,user_agent,recipient_name,recipient_email,detail}'::text[]
        = to_jsonb(OLD) - '{address,user_agent,recipient_name,recipient_email,detail}'::text[] THEN RETURN NEW; END IF;
    IF TG_TABLE_NAME = 'agreement_answers'
      AND to_jsonb(NEW) = to_jsonb(OLD) || '{"address": null, "user_agent": null, "origin_salt": null}' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% of % is refused: evidence is only added to', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
DO $$ DECLARE name regprocedure; BEGIN
  FOREACH name IN ARRAY ARRAY['mask_audit_events(jsonb, text)', 'erase_person_from_agreement_events(text)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
