CREATE TABLE "notes" (
	"id" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "notes_text_filled" CHECK ("text" <> '')
);
