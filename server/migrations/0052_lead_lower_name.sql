DROP INDEX "leads_name_without_number_index";
CREATE INDEX "leads_lower_name_index" ON "leads" USING btree (lower("company_name"));