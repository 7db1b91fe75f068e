-- Functions get the names of their work: `notify` for NOTIFY, `record` for histories and the audit trail. Triggers keep their function.
ALTER FUNCTION tell_changes() RENAME TO notify_changes;
ALTER FUNCTION note_audit_events() RENAME TO record_audit_events;
ALTER FUNCTION note_lead_changes() RENAME TO record_lead_changes;
ALTER FUNCTION note_lead_fields() RENAME TO record_lead_fields;
ALTER FUNCTION count_table_anew(regclass) RENAME TO analyze_table;

DROP FUNCTION tell_changes_of(regclass, text, name);

-- From now on, changes of the table's rows are changes of records of this kind, which the column identifies: a child's rows name their parent.
-- Notifies once per statement, so that an import of 100 000 rows notifies once for each of its statements.
CREATE FUNCTION notify_changes_of(watched regclass, kind text, id_column name) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event text;
  transition text;
BEGIN
  FOR event, transition IN VALUES ('INSERT', 'NEW TABLE AS changed'), ('DELETE', 'OLD TABLE AS changed'),
    ('UPDATE', 'NEW TABLE AS changed OLD TABLE AS earlier') LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION notify_changes(%L, %L)',
      lower('notify_' || kind || '_' || event), event, watched, transition, kind, id_column);
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION audit_changes_of(
  watched regclass, kind text, id text, title text, row_values text, condition text DEFAULT 'true', parent text DEFAULT '',
  events text[] DEFAULT '{INSERT,UPDATE,DELETE}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event text;
  transition text;
BEGIN
  FOR event, transition IN VALUES ('INSERT', 'NEW TABLE AS changed'), ('DELETE', 'OLD TABLE AS changed'),
    ('UPDATE', 'NEW TABLE AS changed OLD TABLE AS earlier') LOOP
    CONTINUE WHEN event <> ALL (events);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %s REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION record_audit_events(%L, %L, %L, %L, %L, %L)',
      lower('audit_' || event), event, watched, transition, kind, id, title, row_values, condition, parent);
  END LOOP;
END $$;
