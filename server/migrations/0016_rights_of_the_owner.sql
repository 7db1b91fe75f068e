-- An answer can't be changed, while the server's role may change an agreement's status: whoever accepted keeps the evidence.
CREATE OR REPLACE FUNCTION delete_agreement(agreement uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE gone boolean;
BEGIN
  PERFORM set_config('kontor.deletes_agreement', agreement::text, true);
  DELETE FROM agreements WHERE id = agreement AND status <> 'accepted'
    AND NOT EXISTS (SELECT FROM agreement_answers WHERE agreement_id = agreement AND action = 'accept');
  gone := FOUND;
  PERFORM set_config('kontor.deletes_agreement', '', true);
  RETURN gone;
END $$;

-- Only a table's owner may have it analyzed.
CREATE FUNCTION count_table_anew(name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ANALYZE %s', name);
END $$;

DO $$ DECLARE name regprocedure; BEGIN
  FOREACH name IN ARRAY ARRAY['delete_agreement(uuid)', 'count_table_anew(regclass)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
