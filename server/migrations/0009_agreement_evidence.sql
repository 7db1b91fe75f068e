-- What was shown, what was answered and what happened is written once (docs/decisions/0021).
CREATE FUNCTION refuse_change_of_evidence() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    -- An empty table has nothing to keep.
    IF TG_TABLE_NAME = 'agreement_events' AND NOT EXISTS (SELECT FROM agreement_events) THEN RETURN NULL; END IF;
    IF TG_TABLE_NAME = 'agreement_answers' AND NOT EXISTS (SELECT FROM agreement_answers) THEN RETURN NULL; END IF;
    IF TG_TABLE_NAME = 'agreement_snapshots' AND NOT EXISTS (SELECT FROM agreement_snapshots) THEN RETURN NULL; END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF OLD.agreement_id::text = current_setting('kontor.deletes_agreement', true) THEN RETURN OLD; END IF;
  ELSIF TG_TABLE_NAME = 'agreement_events' AND current_setting('kontor.erases_person', true) = 'on' THEN
    IF to_jsonb(NEW) = to_jsonb(OLD) || '{"address": null, "user_agent": null}' THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION '% of % is refused: evidence is only added to', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER agreement_snapshots_unchangeable BEFORE UPDATE OR DELETE ON agreement_snapshots
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_snapshots_not_emptied BEFORE TRUNCATE ON agreement_snapshots
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_answers_unchangeable BEFORE UPDATE OR DELETE ON agreement_answers
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_answers_not_emptied BEFORE TRUNCATE ON agreement_answers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_events_unchangeable BEFORE UPDATE OR DELETE ON agreement_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_evidence();
CREATE TRIGGER agreement_events_not_emptied BEFORE TRUNCATE ON agreement_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_evidence();

-- Deletes an agreement with its evidence, unless it is accepted. Returns whether it is gone.
CREATE FUNCTION delete_agreement(agreement uuid) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE gone boolean;
BEGIN
  PERFORM set_config('kontor.deletes_agreement', agreement::text, true);
  DELETE FROM agreements WHERE id = agreement AND status <> 'accepted';
  gone := FOUND;
  PERFORM set_config('kontor.deletes_agreement', '', true);
  RETURN gone;
END $$;

-- Blanks where the requests of a person came from, in every agreement that was ever sent to the person's address.
-- Returns how many entries of timelines held something.
CREATE FUNCTION erase_person_from_agreement_events(person_email text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE blanked integer;
BEGIN
  PERFORM set_config('kontor.erases_person', 'on', true);
  UPDATE agreement_events SET address = NULL, user_agent = NULL
  WHERE (address IS NOT NULL OR user_agent IS NOT NULL) AND agreement_id IN (
    SELECT agreement_id FROM agreement_events WHERE lower(recipient_email) = lower(person_email));
  GET DIAGNOSTICS blanked = ROW_COUNT;
  PERFORM set_config('kontor.erases_person', '', true);
  RETURN blanked;
END $$;

-- A customer takes the agreements along that may be deleted; an accepted one then keeps the customer (foreign key).
CREATE FUNCTION delete_agreements_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM delete_agreement(id) FROM agreements WHERE customer_id = OLD.id AND status <> 'accepted';
  RETURN OLD;
END $$;

CREATE TRIGGER customers_agreements_go_along BEFORE DELETE ON customers
  FOR EACH ROW EXECUTE FUNCTION delete_agreements_of_customer();
