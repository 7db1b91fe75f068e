-- As before, with a pattern that PostgreSQL accepts.
CREATE OR REPLACE FUNCTION mask_audit_events(person_email text, names text[], records jsonb) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  masked integer;
  -- A variable: the collations of the text and of the column don't mix.
  pattern CONSTANT text := '%' || regexp_replace(lower(person_email COLLATE "nb-x-icu"), '([\\%_])', '\\\1', 'g') || '%';
  -- As in the JSON text of a value.
  texts CONSTANT text[] := ARRAY(
    SELECT DISTINCT lower(substr(quoted, 2, length(quoted) - 2) COLLATE "nb-x-icu")
    FROM unnest(names || person_email) AS part, CAST(to_jsonb(part)::text AS text) AS quoted WHERE length(btrim(part)) > 2);
BEGIN
  PERFORM set_config('kontor.keeps_audit', 'on', true);
  WITH found AS (
    SELECT id, '{}'::text[] AS columns FROM audit_events
    WHERE person_email <> '' AND search_text LIKE pattern
    UNION ALL
    SELECT events.id, wanted.columns
    FROM jsonb_to_recordset(records) AS wanted (kind text, id text, columns text[])
    JOIN audit_events AS events ON events.kind = wanted.kind AND events.entity_id = wanted.id
  ), per_event AS (
    SELECT id, array_agg(name) FILTER (WHERE name IS NOT NULL) AS columns FROM found LEFT JOIN unnest(columns) AS name ON true GROUP BY id
  ), new_values AS (
    SELECT id, CASE
        WHEN 'title' = ANY (columns) OR '*' = ANY (columns)
          OR EXISTS (SELECT FROM unnest(texts) AS part WHERE strpos(lower(to_jsonb(title)::text COLLATE "nb-x-icu"), part) > 0) THEN '[slettet]'
        ELSE title END AS title,
      masked_values(before, texts, coalesce(columns, '{}')) AS before, masked_values(after, texts, coalesce(columns, '{}')) AS after
    FROM per_event JOIN audit_events USING (id))
  UPDATE audit_events SET title = CASE WHEN audit_events.title IS NULL THEN NULL ELSE new_values.title END, before = new_values.before, after = new_values.after
  FROM new_values WHERE new_values.id = audit_events.id
    AND (audit_events.title, audit_events.before, audit_events.after) IS DISTINCT FROM
      (CASE WHEN audit_events.title IS NULL THEN NULL ELSE new_values.title END, new_values.before, new_values.after);
  GET DIAGNOSTICS masked = ROW_COUNT;
  PERFORM set_config('kontor.keeps_audit', '', true);
  RETURN masked;
END $$;
DO $$ BEGIN
  EXECUTE format('ALTER FUNCTION mask_audit_events(text, text[], jsonb) SECURITY DEFINER SET search_path = %I, pg_temp', current_schema());
END $$;

-- One more setting of users.
DROP TRIGGER audit_insert ON system_settings;
DROP TRIGGER audit_update ON system_settings;
DROP TRIGGER audit_delete ON system_settings;
SELECT audit_changes_of('system_settings', 'setting', 'r.key', 'NULL', $$CASE jsonb_typeof(r.value) WHEN 'object' THEN r.value ELSE jsonb_build_object('value', r.value) END$$,
  $$r.key IN ('agreements', 'lead_lost_reasons', 'second_factor_policy', 'audit_retention', 'shared_password_off')$$);
