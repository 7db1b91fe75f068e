CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamptz(3) NOT NULL,
	"finished_at" timestamptz(3),
	"state" text NOT NULL,
	"active" boolean,
	"location" text NOT NULL,
	"file_name" text NOT NULL,
	"encrypted" boolean NOT NULL,
	"upload_id" text,
	"size_bytes" bigint,
	"rows" integer,
	"sha256" text,
	"verified" boolean DEFAULT false NOT NULL,
	"problem" text,
	"deleted_at" timestamptz(3),
	CONSTRAINT "backups_state_check" CHECK ("backups"."state" in ('queued', 'running', 'done', 'failed')),
	CONSTRAINT "backups_active_check" CHECK (("backups"."active" is true) = ("backups"."state" in ('queued', 'running')))
);

CREATE UNIQUE INDEX "backups_active_key" ON "backups" USING btree ("active");