CREATE TABLE "arrivals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "arrivals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"outcome" text NOT NULL,
	"event_id" bigint,
	"quarantine_id" bigint,
	"storage_key" text NOT NULL,
	"body_bytes" integer NOT NULL,
	"notes" text NOT NULL,
	"headers" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"storage_key" text NOT NULL,
	"effect_key" text NOT NULL,
	"name" text NOT NULL,
	"submission_uuid" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"body" "bytea" NOT NULL,
	"superseded" boolean NOT NULL,
	"handling" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"claims" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_storage_key_unique" UNIQUE("storage_key"),
	CONSTRAINT "events_effect_key_unique" UNIQUE("effect_key")
);
--> statement-breakpoint
CREATE TABLE "holdings" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"environment" text NOT NULL,
	"quarantine_rows" integer DEFAULT 0 NOT NULL,
	"quarantine_bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "holdings_one_row" CHECK ("holdings"."is_only")
);
--> statement-breakpoint
CREATE TABLE "quarantine" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "quarantine_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"issues" text NOT NULL,
	"verified" boolean NOT NULL,
	"body" "bytea" NOT NULL,
	"body_bytes" integer NOT NULL,
	"is_text" boolean NOT NULL,
	"name" text,
	"submission_uuid" text,
	"status" text,
	"occurred_at" text
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"uuid" text PRIMARY KEY NOT NULL,
	"newest_at" timestamp (3) with time zone NOT NULL,
	"previous_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arrivals" ADD CONSTRAINT "arrivals_quarantine_id_quarantine_id_fk" FOREIGN KEY ("quarantine_id") REFERENCES "public"."quarantine"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "arrivals_of_event" ON "arrivals" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "arrivals_of_quarantine" ON "arrivals" USING btree ("quarantine_id");