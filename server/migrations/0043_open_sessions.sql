ALTER TABLE "sessions" ADD COLUMN "public_id" uuid DEFAULT gen_random_uuid() NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" timestamptz(3) DEFAULT now() NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamptz(3) DEFAULT now() NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "address" text;
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_public_id_key" UNIQUE("public_id");
--> statement-breakpoint
-- Sessions from before count from their login; their idle limit says when they were last seen.
UPDATE sessions SET proven_at = created_at, last_seen_at = greatest(created_at, expires_at - interval '8 hours');
