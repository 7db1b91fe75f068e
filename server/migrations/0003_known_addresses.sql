CREATE TABLE "known_addresses" (
	"subject" text PRIMARY KEY NOT NULL,
	"last_login_at" timestamptz(3) NOT NULL
);

CREATE INDEX "known_addresses_last_login_at_index" ON "known_addresses" USING btree ("last_login_at");