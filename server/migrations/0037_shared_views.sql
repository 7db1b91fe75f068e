ALTER TABLE "lead_views" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;
ALTER TABLE "lead_views" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
CREATE INDEX "leads_status_place_index" ON "leads" USING btree (array_position(array['Ny', 'Kontaktet', 'Avtalt møte', 'Tilbud sendt', 'Avslått', 'Kunde'], "status"),"id","status");