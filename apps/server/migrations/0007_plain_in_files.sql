ALTER TABLE "endpoint_secrets" ADD COLUMN "plain_in_files" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- An earlier version may have been interrupted before it removed the plain text.
UPDATE "endpoint_secrets" SET "plain_in_files" = true WHERE "key_id" IS NOT NULL;