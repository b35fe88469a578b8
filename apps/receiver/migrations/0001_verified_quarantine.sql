ALTER TABLE "holdings" ADD COLUMN "verified_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "holdings" ADD COLUMN "verified_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "holdings" SET ("quarantine_rows", "quarantine_bytes", "verified_rows", "verified_bytes") = (
	SELECT count(*) FILTER (WHERE NOT "verified"), coalesce(sum("body_bytes") FILTER (WHERE NOT "verified"), 0),
		count(*) FILTER (WHERE "verified"), coalesce(sum("body_bytes") FILTER (WHERE "verified"), 0)
	FROM "quarantine"
);
