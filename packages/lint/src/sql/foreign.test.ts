import { expect, it } from "vitest";
import { isForeignSql } from "./foreign.js";

it.each([
  "UPDATE jobs SET status = 1 WHERE id = $1",
  "SELECT id FROM jobs WHERE status = 'pending' LIMIT $2",
  "INSERT INTO jobs (a, b) VALUES ($1, $2)",
  "SELECT payload::text FROM jobs",
  "SELECT id FROM jobs WHERE claimed_at < NOW() - INTERVAL '5 minutes'",
  "CREATE TABLE t (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), at timestamptz)",
  "CREATE TABLE t (key TEXT PRIMARY KEY)",
  "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)",
  "INSERT INTO t (a) VALUES (1) ON CONFLICT (a) DO NOTHING",
])("%s is of another database", (text) => {
  expect(isForeignSql(text)).toBe(true);
});

it.each([
  "UPDATE jobs SET status = 1 WHERE id = ?",
  "SELECT REGEXP_REPLACE(a, '(b)', '$1') FROM t",
  "SELECT id FROM jobs WHERE claimed_at < NOW() - INTERVAL 5 MINUTE",
  "SELECT * FROM t WHERE name = 'a::b' LOCK IN SHARE MODE",
  "CREATE TABLE t (id SERIAL PRIMARY KEY, d DOUBLE PRECISION) -- was jsonb before\n ENGINE=InnoDB",
  "SELECT ':a', '10:20' FROM t WHERE x = :a",
  "CREATE TABLE t (a text NOT NULL, id int PRIMARY KEY)",
])("%s may be ours", (text) => {
  expect(isForeignSql(text)).toBe(false);
});
