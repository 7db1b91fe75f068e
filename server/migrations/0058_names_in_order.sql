-- Names in Norwegian order, with numbers by their value.
CREATE COLLATION norwegian (provider = icu, locale = 'nb-u-kn-true');
DROP INDEX "customers_name_index";
DROP INDEX "leads_company_name_index";
CREATE INDEX "customers_name_index" ON "customers" USING btree ("name" collate "norwegian","id");
CREATE INDEX "leads_company_name_index" ON "leads" USING btree ("company_name" collate "norwegian","id","status");
