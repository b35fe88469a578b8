ALTER TABLE "quarantine" ADD COLUMN "submission_key" text;--> statement-breakpoint
UPDATE "quarantine" SET "submission_key" = CASE
  WHEN "submission_uuid" ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN lower("submission_uuid")
  WHEN length("submission_uuid") BETWEEN 1 AND 64 THEN "submission_uuid"
  ELSE encode(sha256(convert_to("submission_uuid", 'UTF8')), 'hex')
END;