-- Stored texts are in Unicode's composed form (NFC), as every new one is. Evidence and the audit trail stay as they were written.
DO $$
DECLARE
  place record;
  found record;
  composed text;
BEGIN
  FOR place IN
    SELECT table_name AS tab, column_name AS col, format_type(atttypid, atttypmod) AS kind
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      JOIN pg_attribute ON attrelid = format('%I.%I', table_schema, table_name)::regclass AND attname = column_name
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
      AND data_type IN ('text', 'jsonb', 'ARRAY') AND table_name <> 'migrations'
      AND NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = attrelid AND tgname = table_name || '_unchangeable')
  LOOP
    composed := format('normalize(%I::text, NFC)::%s', place.col, place.kind);
    -- Not a change by a user: nobody is told, and nothing is counted.
    EXECUTE format('ALTER TABLE %I DISABLE TRIGGER USER', place.tab);
    FOR found IN EXECUTE format('SELECT ctid AS row FROM %I WHERE %I::text IS NOT NFC NORMALIZED', place.tab, place.col) LOOP
      BEGIN
        EXECUTE format('UPDATE %I SET %I = %s WHERE ctid = $1', place.tab, place.col, composed) USING found.row;
      EXCEPTION WHEN unique_violation THEN
        -- Two names that look the same, such as of users: the later one gets a mark.
        EXECUTE format('UPDATE %I SET %I = %s || '' '' || left(md5(ctid::text), 4) WHERE ctid = $1', place.tab, place.col, composed)
          USING found.row;
      END;
    END LOOP;
    EXECUTE format('ALTER TABLE %I ENABLE TRIGGER USER', place.tab);
  END LOOP;
END $$;
