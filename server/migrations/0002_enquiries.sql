ALTER TABLE "contacts" ADD COLUMN "submission_key" text;
CREATE INDEX "email_logs_recipient_index" ON "email_logs" USING btree (lower("to_address"),"created_at");
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_submission_key_unique" UNIQUE("submission_key");