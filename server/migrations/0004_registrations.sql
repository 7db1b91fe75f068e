ALTER TABLE "email_logs" ADD COLUMN "attachments" jsonb;
ALTER TABLE "webinar_registrations" ADD COLUMN "suspect" boolean DEFAULT false NOT NULL;
ALTER TABLE "webinar_registrations" ADD COLUMN "submission_key" text;