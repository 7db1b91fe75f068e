DROP INDEX "leads_company_name_index";
CREATE INDEX "leads_company_name_index" ON "leads" USING btree ("company_name","id","status");
-- Writes rows only where a number changes: nothing is remembered by them any more (docs/decisions/0037).
CREATE OR REPLACE FUNCTION note_lead_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO lead_counts (status, n) SELECT status, count(*) FROM made GROUP BY status;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO lead_counts (status, n) SELECT status, -count(*) FROM gone GROUP BY status;
  ELSIF TG_OP = 'TRUNCATE' THEN
    DELETE FROM lead_counts;
  ELSE
    INSERT INTO lead_status_changes (lead_id, from_status, to_status, changed_by)
    SELECT id, gone.status, made.status, nullif(current_setting('kontor.actor', true), '')
    FROM made JOIN gone USING (id) WHERE made.status <> gone.status ORDER BY id;
    IF FOUND THEN
      INSERT INTO lead_counts (status, n)
      SELECT status, sum(n) FROM (
        SELECT status, 1 AS n FROM made UNION ALL SELECT status, -1 FROM gone) changes
      GROUP BY status HAVING sum(n) <> 0;
    END IF;
  END IF;
  RETURN NULL;
END $$;
