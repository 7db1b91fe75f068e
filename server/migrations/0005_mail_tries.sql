ALTER TABLE "email_logs" ADD COLUMN "tries" jsonb DEFAULT '[]'::jsonb NOT NULL;
ALTER TABLE "email_logs" ADD COLUMN "resend_of" text;
ALTER TABLE "email_logs" ADD CONSTRAINT "email_logs_resend_of_email_logs_id_fk" FOREIGN KEY ("resend_of") REFERENCES "public"."email_logs"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "email_logs_resend_of_index" ON "email_logs" USING btree ("resend_of");