ALTER TABLE "agreement_evidence" DROP CONSTRAINT "agreement_evidence_previous_unique";
ALTER TABLE "agreement_answers" DISABLE TRIGGER USER;
-- Each start gives the answers of the older form a record of today's, which only the server's key can sign.
UPDATE "agreement_answers" SET "record" = '' WHERE "record" IS NULL;
ALTER TABLE "agreement_answers" ENABLE TRIGGER USER;
ALTER TABLE "agreement_answers" ALTER COLUMN "record" SET DEFAULT '';
ALTER TABLE "agreement_answers" ALTER COLUMN "record" SET NOT NULL;
-- Identifications last for half an hour: whoever is about to answer begins again.
DELETE FROM "agreement_identifications";
ALTER TABLE "agreement_identifications" ADD COLUMN "salt" text NOT NULL;
ALTER TABLE "agreement_evidence" DROP COLUMN "previous";
