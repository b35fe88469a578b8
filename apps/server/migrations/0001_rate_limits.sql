-- The calls that count against a rate limit, shared by every process. Not logged: they are worth one
-- window, and a crash of the server may empty them.
CREATE UNLOGGED TABLE "rate_limit_keys" (
  "key_id" text PRIMARY KEY
);
--> statement-breakpoint
-- Calls of a key that were admitted at one moment; "upto" counts on over all of its rows, so that the
-- calls between two rows are a difference, however many rows lie between them.
CREATE UNLOGGED TABLE "rate_limit_calls" (
  "key_id" text NOT NULL,
  "at" timestamptz NOT NULL,
  "upto" bigint NOT NULL,
  "calls" integer NOT NULL,
  PRIMARY KEY ("key_id", "at", "upto")
);
--> statement-breakpoint
-- Counts a group of calls: for each key as many as its quota allows. Answers in the order of the keys
-- with the calls that counted before, those that are admitted now, and the whole seconds until the
-- oldest counted call expires (null where none counted before). "now_ms" is for tests.
CREATE FUNCTION "rate_limit_admit"(
  key_ids text[], asked integer[], quota integer, window_seconds integer, now_ms double precision
)
RETURNS TABLE ("counted" integer, "admitted" integer, "reset_seconds" integer)
LANGUAGE plpgsql
-- Every step is a few look-ups by key. Without statistics, which a table that fills within seconds does
-- not have, the planner would rather read it all.
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  length CONSTANT interval := make_interval(secs => window_seconds);
  moment timestamptz;
BEGIN
  -- Locks each key, in one order for everybody, also those that nobody called before.
  INSERT INTO "rate_limit_keys" ("key_id")
  SELECT call."key_id" FROM unnest(key_ids, asked) AS call ("key_id", "asked")
  WHERE call."asked" > 0 ORDER BY call."key_id"
  ON CONFLICT ("key_id") DO UPDATE SET "key_id" = excluded."key_id" WHERE false;
  -- Read after the locks, so that the times of a key follow the order of its calls.
  moment := coalesce(to_timestamp(now_ms / 1000), clock_timestamp());
  -- The clock was set back: what lies ahead of it counts as of now, so that it expires in a window.
  UPDATE "rate_limit_calls" AS one SET "at" = moment
  FROM unnest(key_ids, asked) AS call ("key_id", "asked")
  WHERE one."key_id" = call."key_id" AND one."at" > moment AND call."asked" > 0;
  RETURN QUERY
  WITH state AS (
    SELECT call."position", call."key_id", coalesce(newest."upto", 0) AS "upto", oldest."at",
      coalesce(newest."upto" - oldest."before", 0)::integer AS "counted", call."asked"
    FROM unnest(key_ids, asked) WITH ORDINALITY AS call ("key_id", "asked", "position")
    LEFT JOIN LATERAL (
      SELECT one."upto" FROM "rate_limit_calls" AS one WHERE one."key_id" = call."key_id"
      ORDER BY one."at" DESC, one."upto" DESC LIMIT 1
    ) AS newest ON true
    LEFT JOIN LATERAL (
      SELECT one."at", one."upto" - one."calls" AS "before" FROM "rate_limit_calls" AS one
      WHERE one."key_id" = call."key_id" AND one."at" > moment - length
      ORDER BY one."at", one."upto" LIMIT 1
    ) AS oldest ON true
  ), decided AS (
    SELECT state.*, greatest(least(state."asked", quota - state."counted"), 0) AS "admitted" FROM state
  ), noted AS (
    INSERT INTO "rate_limit_calls" ("key_id", "at", "upto", "calls")
    SELECT one."key_id", moment, one."upto" + one."admitted", one."admitted"
    FROM decided AS one WHERE one."admitted" > 0
  )
  SELECT one."counted", one."admitted",
    least(ceil(extract(epoch FROM one."at" + length - moment))::integer, window_seconds)
  FROM decided AS one ORDER BY one."position";
END
$$;
--> statement-breakpoint
-- Forgets calls that left the window a window ago, and keys that have none left. It waits for nobody.
CREATE FUNCTION "rate_limit_sweep"(window_seconds integer, now_ms double precision)
RETURNS void LANGUAGE sql AS $$
  DELETE FROM "rate_limit_calls"
  WHERE "at" <= coalesce(to_timestamp(now_ms / 1000), clock_timestamp())
    - make_interval(secs => 2 * window_seconds);
  DELETE FROM "rate_limit_keys" WHERE "key_id" IN (
    SELECT known."key_id" FROM "rate_limit_keys" AS known
    WHERE NOT EXISTS (SELECT FROM "rate_limit_calls" AS one WHERE one."key_id" = known."key_id")
    FOR UPDATE SKIP LOCKED
  );
$$;
