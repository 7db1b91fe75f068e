CREATE TABLE "known_devices" (
	"subject" text PRIMARY KEY NOT NULL,
	"last_login_at" timestamptz(3) NOT NULL
);

DROP TABLE "known_addresses";
CREATE INDEX "known_devices_last_login_at_index" ON "known_devices" USING btree ("last_login_at");