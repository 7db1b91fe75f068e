-- As before, but a row's values are computed once: updating 1 000 leads took 20 times as long as without the trail.
CREATE OR REPLACE FUNCTION note_audit_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind CONSTANT text := TG_ARGV[0];
  parent CONSTANT text := nullif(TG_ARGV[5], '');
  mode CONSTANT text := coalesce(current_setting('kontor.audit', true), '');
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
    source := format('SELECT made.id, made.title, CASE WHEN $1 = ''updated'' AND after ->> ''archived_at'' IS NOT NULL THEN ''archived'' ELSE $1 END AS action,
        before, after
      FROM (SELECT %1$s AS key, (%2$s)::text AS id, %3$s AS title, %4$s AS row_values FROM changed AS r WHERE %5$s OFFSET 0) AS made
      JOIN (SELECT %1$s AS key, %4$s AS row_values FROM earlier AS r OFFSET 0) AS gone USING (key)
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(name, gone.row_values -> name) AS before, jsonb_object_agg(name, made.row_values -> name) AS after
        FROM jsonb_object_keys(made.row_values || gone.row_values) AS name
        WHERE coalesce(made.row_values -> name, ''null'') <> coalesce(gone.row_values -> name, ''null'')) AS changes
      WHERE after IS NOT NULL',
      CASE WHEN TG_TABLE_NAME = 'system_settings' THEN 'r.key' ELSE 'r.id' END, TG_ARGV[1], TG_ARGV[2], TG_ARGV[3], TG_ARGV[4]);
  ELSE
    source := format('SELECT (%1$s)::text AS id, %2$s AS title, $1 AS action,
        CASE WHEN %5$L = ''DELETE'' THEN jsonb_strip_nulls(%3$s) END AS before, CASE WHEN %5$L = ''INSERT'' THEN jsonb_strip_nulls(%3$s) END AS after
      FROM changed AS r WHERE %4$s AND (%6$L IS NULL OR (%6$L || '':'' || (%1$s)::text) IS DISTINCT FROM current_setting(''kontor.made'', true))',
      TG_ARGV[1], TG_ARGV[2], TG_ARGV[3], TG_ARGV[4], TG_OP, parent);
    -- Parts that go with their record are no events of their own.
    IF TG_OP = 'DELETE' AND parent IS NOT NULL THEN
      source := source || format(' AND EXISTS (SELECT FROM %I AS parents WHERE parents.id = %s)', parent || 's', TG_ARGV[1]);
    END IF;
  END IF;
  EXECUTE 'INSERT INTO audit_events (actor, actor_id, actor_kind, address, request_id, action, kind, entity_id, title, before, after)
    SELECT $2, $3, $4, $5, $6, action, $7, id, left(title, 300), before, after FROM (' || source || ') AS events'
    USING action, coalesce(origin ->> 'actor', 'Kontor'), (origin ->> 'actorId')::integer, coalesce(origin ->> 'actorKind', 'system'),
      CASE WHEN origin ->> 'actorKind' IN ('user', 'admin') THEN origin ->> 'address' END, origin ->> 'requestId', kind;
  -- The parts that a new record begins with are no events of their own.
  IF TG_OP = 'INSERT' AND kind IN ('agreement', 'customer', 'webinar', 'contact', 'lead') THEN
    EXECUTE format('SELECT min((%s)::text) FROM changed AS r HAVING count(*) = 1', TG_ARGV[1]) INTO made;
    PERFORM set_config('kontor.made', coalesce(kind || ':' || made, ''), true);
  END IF;
  RETURN NULL;
END $$;
