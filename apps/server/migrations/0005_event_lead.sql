-- No attempt starts while the timestamp of an event is more than a minute ahead of the clock.
ALTER TABLE "deliveries" ADD COLUMN "opens_at" timestamp (3) with time zone;--> statement-breakpoint
UPDATE "deliveries" SET "opens_at" = "events"."timestamp" - interval '60 seconds'
  FROM "events" WHERE "events"."id" = "deliveries"."event_id";--> statement-breakpoint
ALTER TABLE "deliveries" ALTER COLUMN "opens_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "deliveries_by_end" ON "deliveries" USING btree ("ended_at");
