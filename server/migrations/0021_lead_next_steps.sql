ALTER TABLE "lead_views" ADD COLUMN "due" text DEFAULT '' NOT NULL;
ALTER TABLE "lead_views" ADD COLUMN "owner" text DEFAULT '' NOT NULL;
ALTER TABLE "leads" ADD COLUMN "next_step_at" date;
ALTER TABLE "leads" ADD COLUMN "owner_id" integer;
ALTER TABLE "leads" ADD COLUMN "lost_reason" text COLLATE "nb-x-icu";
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "leads_next_step_at_index" ON "leads" USING btree ("next_step_at","id");
CREATE INDEX "leads_next_step_at_desc_index" ON "leads" USING btree ("next_step_at" DESC NULLS LAST,"id" DESC NULLS LAST);
CREATE INDEX "leads_owner_index" ON "leads" USING btree ("owner_id","next_step_at");
-- Only a lost lead has a reason, whoever writes its status: forms, imports, bulk changes (docs/decisions/0049).
CREATE FUNCTION clear_lost_reason() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.lost_reason := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER leads_lost_reason BEFORE INSERT OR UPDATE ON leads
  FOR EACH ROW WHEN (NEW.lost_reason IS NOT NULL AND NEW.status <> 'Avslått') EXECUTE FUNCTION clear_lost_reason();
