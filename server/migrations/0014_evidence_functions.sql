-- The server's role may neither change evidence nor delete agreements (docs/decisions/0036): these two do it with the rights of the
-- tables' owner. Nobody's own tables may come before theirs.
DO $$ DECLARE name regprocedure; BEGIN
  FOREACH name IN ARRAY ARRAY['delete_agreement(uuid)', 'erase_person_from_agreement_events(text)']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = %I, pg_temp', name, current_schema());
  END LOOP;
END $$;
