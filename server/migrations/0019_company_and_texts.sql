CREATE TABLE "company" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"facts" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);

CREATE TABLE "company_photo_files" (
	"photo_id" uuid NOT NULL,
	"width" integer NOT NULL,
	"format" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "company_photo_files_photo_id_width_format_pk" PRIMARY KEY("photo_id","width","format"),
	CONSTRAINT "company_photo_files_format_check" CHECK ("company_photo_files"."format" in ('avif', 'webp'))
);

CREATE TABLE "company_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);

CREATE TABLE "site_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"texts" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL
);

ALTER TABLE "company_photo_files" ADD CONSTRAINT "company_photo_files_photo_id_company_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."company_photos"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "company_single_unique" ON "company" USING btree ((true));
CREATE UNIQUE INDEX "site_texts_single_unique" ON "site_texts" USING btree ((true));