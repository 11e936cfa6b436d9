/** That each error of the API which somebody on the page can meet has a sentence in the page's languages. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { PROBLEMS } from "../../../daemon/page/languages/en.ts";

const DAEMON = join(import.meta.dir, "../../../daemon");
/** What other forms of the API, agents and documents answer. */
const ELSEWHERE = /^(?:page\/(?:client|languages)|sandbox|fronts|mcp|oauth|docs)\//;
/** The page asks for nothing that is refused so: programs, Meta and other sites meet these. */
const OF_PROGRAMS = [
  ...["already_paired", "another_number", "not_paired", "session_in_use"],
  ...["authorization_pending", "invalid_scope", "other_machine", "tls_required", "master_key_missing"],
  ...["invalid_host", "invalid_idempotency_key", "no_api_here", "message_not_found", "range_not_satisfiable"],
  ...["offset_conflict", "unsupported_version", "verification_failed", "wrong_signature"],
  ...["nothing_earlier", "record_is_contact", "stage_in_use"],
  // of status posts
  ...["channel_paused", "channel_restricted", "no_recipients", "too_many_statuses"],
];

const codes = new Set(
  (
    await Promise.all(
      [...new Bun.Glob("**/*.ts").scanSync(DAEMON)]
        .filter((path) => !ELSEWHERE.test(path))
        .map((path) => Bun.file(join(DAEMON, path)).text()),
    )
  ).flatMap((text) =>
    [...text.matchAll(/\bproblem\(\s*[\w.]+,\s*"([a-z_]+)"/g)].map(([, code]) => code ?? ""),
  ),
);

test("every error has a sentence, or is one that only programs meet", () => {
  expect(codes.size).toBeGreaterThan(80);
  const known = [...Object.keys(PROBLEMS), ...OF_PROGRAMS];
  expect([...codes].filter((code) => !known.includes(code)).sort()).toEqual([]);
});
