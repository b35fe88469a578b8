ALTER TABLE "holdings" DROP COLUMN "quarantine_rows";--> statement-breakpoint
ALTER TABLE "holdings" DROP COLUMN "quarantine_bytes";--> statement-breakpoint
ALTER TABLE "holdings" DROP COLUMN "verified_rows";--> statement-breakpoint
ALTER TABLE "holdings" DROP COLUMN "verified_bytes";