-- The customer's agreements are part of its leads' records. Sales users hear of leads, not of agreements (docs/decisions/0059): an agreement
-- that is added, renamed, sent, answered or deleted is a change of these leads. Its lines are not: lists would be fetched for nothing.
CREATE FUNCTION tell_leads_of_customer(customer integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE ids jsonb;
BEGIN
  SELECT jsonb_agg(id) INTO ids FROM (SELECT id::text FROM leads WHERE customer_id = customer LIMIT 51) AS told;
  IF ids IS NULL THEN RETURN; END IF;
  IF jsonb_array_length(ids) > 50 THEN ids := NULL; END IF;
  PERFORM pg_notify('kontor_changes', jsonb_build_object('kind', 'lead', 'ids', ids)::text);
END $$;

CREATE FUNCTION tell_leads_of_agreement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'agreement_events' THEN
    PERFORM tell_leads_of_customer(customer_id) FROM agreements WHERE id = NEW.agreement_id;
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN PERFORM tell_leads_of_customer(OLD.customer_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM tell_leads_of_customer(NEW.customer_id); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER agreements_tell_leads_of_rows AFTER INSERT OR DELETE ON agreements
  FOR EACH ROW EXECUTE FUNCTION tell_leads_of_agreement();
CREATE TRIGGER agreements_tell_leads_of_changes AFTER UPDATE ON agreements
  FOR EACH ROW WHEN ((OLD.customer_id, OLD.title, OLD.status, OLD.sent_at, OLD.responded_at)
    IS DISTINCT FROM (NEW.customer_id, NEW.title, NEW.status, NEW.sent_at, NEW.responded_at))
  EXECUTE FUNCTION tell_leads_of_agreement();
CREATE TRIGGER agreement_events_tell_leads AFTER INSERT ON agreement_events
  FOR EACH ROW WHEN (NEW.kind IN ('sent', 'reminded', 'answered'))
  EXECUTE FUNCTION tell_leads_of_agreement();
