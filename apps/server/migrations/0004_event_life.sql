-- A delivery ends 29 days after the timestamp of its event, however often its endpoint was disabled.
ALTER TABLE "deliveries" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "deliveries" SET "expires_at" = "events"."timestamp" + interval '2505600 seconds'
  FROM "events" WHERE "events"."id" = "deliveries"."event_id";--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "expires_at" SET NOT NULL;--> statement-breakpoint
UPDATE "deliveries" SET "due_at" = "expires_at" WHERE "state" = 'held';--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "dead_letter_reason" text;--> statement-breakpoint
-- What was given up before its last step was held for too long.
UPDATE "deliveries" SET "dead_letter_reason" = CASE WHEN "step" < 10 THEN 'expired' ELSE 'failed' END
  WHERE "state" = 'dead-letter';--> statement-breakpoint
CREATE INDEX "deliveries_to_expire" ON "deliveries" USING btree ("expires_at") WHERE "deliveries"."state" in ('pending', 'held');
