-- Tells which records a statement added, changed or deleted: {"kind": …, "ids": […]}, or ids null for more than 50, since a payload has 8 kB.
CREATE FUNCTION tell_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind CONSTANT text := TG_ARGV[0];
  source CONSTANT text := CASE TG_OP WHEN 'UPDATE' THEN '(TABLE changed UNION ALL TABLE earlier) AS rows' ELSE 'changed' END;
  ids jsonb;
BEGIN
  EXECUTE format('SELECT jsonb_agg(id) FROM (SELECT DISTINCT %1$I::text AS id FROM %2$s WHERE %1$I IS NOT NULL LIMIT 51) AS told',
    TG_ARGV[1], source) INTO ids;
  IF ids IS NULL THEN RETURN NULL; END IF;
  IF jsonb_array_length(ids) > 50 THEN ids := NULL; END IF;
  PERFORM pg_notify('kontor_changes', jsonb_build_object('kind', kind, 'ids', ids)::text);
  RETURN NULL;
END $$;

-- From now on, changes of the table's rows are changes of records of this kind, which the column identifies: a child's rows name their parent.
-- Once per statement, so that an import of 100 000 rows tells once for each of its statements.
CREATE FUNCTION tell_changes_of(watched regclass, kind text, id_column name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event text;
  transition text;
BEGIN
  FOR event, transition IN VALUES ('INSERT', 'NEW TABLE AS changed'), ('DELETE', 'OLD TABLE AS changed'),
    ('UPDATE', 'NEW TABLE AS changed OLD TABLE AS earlier') LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION tell_changes(%L, %L)',
      lower('tell_' || kind || '_' || event), event, watched, transition, kind, id_column);
  END LOOP;
END $$;

SELECT tell_changes_of('leads', 'lead', 'id');
SELECT tell_changes_of('lead_status_changes', 'lead', 'lead_id');
SELECT tell_changes_of('lead_views', 'lead-view', 'id');
SELECT tell_changes_of('customers', 'customer', 'id');
SELECT tell_changes_of('contact_persons', 'customer', 'customer_id');
SELECT tell_changes_of('contacts', 'contact', 'id');
SELECT tell_changes_of('contact_events', 'contact', 'contact_id');
SELECT tell_changes_of('contact_replies', 'contact', 'contact_id');
SELECT tell_changes_of('webinars', 'webinar', 'id');
SELECT tell_changes_of('webinar_registrations', 'webinar', 'webinar_id');
SELECT tell_changes_of('webinar_registrations', 'registration', 'id');
SELECT tell_changes_of('products', 'product', 'id');
SELECT tell_changes_of('conditions', 'condition', 'id');
SELECT tell_changes_of('agreements', 'agreement', 'id');
SELECT tell_changes_of('agreement_products', 'agreement', 'agreement_id');
SELECT tell_changes_of('agreement_conditions', 'agreement', 'agreement_id');
SELECT tell_changes_of('agreement_events', 'agreement', 'agreement_id');
SELECT tell_changes_of('agreement_templates', 'agreement-template', 'id');
SELECT tell_changes_of('email_logs', 'email', 'id');
SELECT tell_changes_of('email_templates', 'email-template', 'id');
SELECT tell_changes_of('email_settings', 'setting', 'id');
SELECT tell_changes_of('system_settings', 'setting', 'key');
SELECT tell_changes_of('users', 'user', 'id');
SELECT tell_changes_of('company', 'company', 'id');
SELECT tell_changes_of('site_texts', 'site-text', 'id');
-- Not for clients: their streams end with their sessions.
SELECT tell_changes_of('sessions', 'session', 'id');
