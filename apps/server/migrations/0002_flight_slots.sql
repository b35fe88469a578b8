-- What is in flight during the change has no slot: it is made again, by whoever comes next.
DELETE FROM "flights";--> statement-breakpoint
ALTER TABLE "flights" ADD COLUMN "slot" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "flights" ADD CONSTRAINT "flights_one_in_a_slot" UNIQUE("endpoint_id","slot");
