DROP INDEX "email_logs_recipient_index";
CREATE INDEX "email_logs_recipient_index" ON "email_logs" USING btree (lower("to_address"),"type","created_at");