CREATE TABLE "seal_certificates" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);

CREATE TABLE "server_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"exchange_key" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);

CREATE TABLE "server_secrets" (
	"key_id" text NOT NULL,
	"maker" text NOT NULL,
	"sealed_by" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "server_secrets_key_id_maker_pk" PRIMARY KEY("key_id","maker")
);

ALTER TABLE "server_secrets" ADD CONSTRAINT "server_secrets_key_id_server_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."server_keys"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "server_secrets" ADD CONSTRAINT "server_secrets_sealed_by_server_keys_id_fk" FOREIGN KEY ("sealed_by") REFERENCES "public"."server_keys"("id") ON DELETE no action ON UPDATE no action;