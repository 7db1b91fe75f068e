-- A lead that becomes a customer takes its enquiries along, whoever makes it one: the record, the list, a linked enquiry (docs/decisions/0046).
CREATE FUNCTION link_enquiries_of_lead() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE actor text := nullif(current_setting('kontor.actor', true), '');
BEGIN
  WITH linked AS (
    UPDATE contacts SET customer_id = NEW.customer_id WHERE lead_id = NEW.id AND customer_id IS NULL RETURNING id
  )
  INSERT INTO contact_events (contact_id, kind, actor)
  SELECT id, 'customer', actor FROM linked WHERE actor IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER leads_enquiries_linked AFTER UPDATE ON leads FOR EACH ROW
  WHEN (NEW.customer_id IS NOT NULL AND NEW.customer_id IS DISTINCT FROM OLD.customer_id)
  EXECUTE FUNCTION link_enquiries_of_lead();
