CREATE TABLE "marks" ("note_id" integer NOT NULL UNIQUE REFERENCES "notes"("id") DEFERRABLE INITIALLY DEFERRED);
--> statement-breakpoint
INSERT INTO "notes" ("id", "text") VALUES (0, 'made by a migration');
