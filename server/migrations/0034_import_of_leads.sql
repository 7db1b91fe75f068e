ALTER TABLE "leads" ADD COLUMN "import_id" uuid;
ALTER TABLE "imports" ADD COLUMN "file_name" text;