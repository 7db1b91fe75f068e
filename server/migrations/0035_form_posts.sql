CREATE TABLE "form_posts" (
	"subject" text PRIMARY KEY NOT NULL,
	"posts" integer NOT NULL,
	"ends_at" timestamptz(3) NOT NULL,
	CONSTRAINT "form_posts_posts_check" CHECK ("form_posts"."posts" >= 1)
);

CREATE INDEX "form_posts_ends_at_index" ON "form_posts" USING btree ("ends_at");