DROP INDEX "email_templates_active_type_unique";
ALTER TABLE "email_templates" ADD COLUMN "language" text DEFAULT 'no' NOT NULL;
CREATE UNIQUE INDEX "email_templates_active_type_unique" ON "email_templates" USING btree ("type","language") WHERE "email_templates"."is_active";
ALTER TABLE "email_templates" ADD CONSTRAINT "email_templates_language_check" CHECK ("email_templates"."language" in ('no', 'en'));