ALTER TABLE "users" ADD COLUMN "email" text;
ALTER TABLE "users" ADD COLUMN "morning_mail" boolean DEFAULT false NOT NULL;
ALTER TABLE "users" ADD COLUMN "morning_mailed_on" date;