CREATE TABLE "trash" (
	"kind" text NOT NULL,
	"entity_id" text NOT NULL,
	"title" text NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamptz(3) NOT NULL,
	"deleted_by" text NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "trash_key" PRIMARY KEY("kind","entity_id")
);

CREATE INDEX "trash_deleted_at_index" ON "trash" USING btree ("deleted_at","kind","entity_id");