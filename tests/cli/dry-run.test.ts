/** Every command that sends more than questions, by its examples, at a server that records what it is sent. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { COMMANDS } from "./commands.ts";
import { type ManyRuns, runMany } from "./run-many.ts";

/** Commands whose --dry-run says what would change: most by calling the daemon with `dry_run`. */
const COUNTED = [
  ...["contacts import", "deliveries replay", "broadcasts create", "templates push", "quick-replies import"],
  ...["channels import-session", "retention set", "move-in evolution", "move-in waha", "move-in chatwoot"],
];
/** So it does for one of the ways of `messages cancel`. */
const COUNTED_LINE = /^waypost messages cancel --/;
/** Commands that run until interrupted, and only read. */
const ENDLESS = ["events tail", "logs tail", "listen", "top", "inbox"];

const SHOWN = /"method": "(POST|PUT|PATCH|DELETE)",\n +"path": "\/\S+",\n +"body": /;
/** There is no standard input here. */
const READS_INPUT = / -( |$)|\| waypost/;

const writing = COMMANDS.filter(({ writes }) => writes);
/** Asks with a secret, which stands in no address. */
const ASKS = ["organizations"];
const reading = COMMANDS.filter(
  ({ writes, path }) => !writes && ![...COUNTED, ...ENDLESS, ...ASKS].includes(path),
);
const linesOf = (commands: typeof COMMANDS) =>
  commands.flatMap(({ path, examples }) => examples.map(({ command }) => [path, command] as const));

let runs: ManyRuns;
beforeAll(async () => {
  runs = await runMany();
});
afterAll(() => runs.stop());

test("with --dry-run each of them sends nothing, and prints method, path and body", async () => {
  const lines = linesOf(writing).filter(([, line]) => !READS_INPUT.test(line) && !COUNTED_LINE.test(line));
  const ended = await runs.run(
    lines.map(([, line]) => line),
    ["--dry-run", "--json"],
  );
  const wrong = ended.flatMap(({ code, stderr, sent }, index) => {
    const isSent = sent.some((request) => !request.startsWith("GET "));
    return code === 0 && !isSent ? [] : [{ line: lines[index]?.[1], code, stderr, sent }];
  });
  expect(wrong).toEqual([]);
  const shown = new Set(
    lines.flatMap(([path], index) => (SHOWN.test(ended[index]?.stdout ?? "") ? path : [])),
  );
  // With a key, which is no login, it forgets the profile and asks nothing of the daemon.
  expect(writing.map(({ path }) => path).filter((path) => !shown.has(path))).toEqual(["logout"]);
});

test("what takes no --dry-run sends nothing but GET", async () => {
  const lines = linesOf(reading);
  const ended = await runs.run(
    lines.map(([, line]) => line),
    [],
  );
  const sent = ended.flatMap((run, index) => run.sent.map((request) => `${lines[index]?.[0]}: ${request}`));
  expect(sent.length).toBeGreaterThan(40);
  expect(sent.filter((request) => !/: GET /.test(request))).toEqual([]);
});

test("counts of the daemon are requested with dry_run, and nothing else is sent", async () => {
  const lines = [
    ...["waypost contacts import people.csv", "waypost deliveries replay --since 2h"],
    "waypost messages cancel --status queued",
  ];
  const ended = await runs.run(lines, ["--dry-run", "--json"]);
  const sent = ended.flatMap((run) => run.sent).filter((request) => !request.startsWith("GET "));
  expect(sent.length).toBeGreaterThan(1);
  for (const request of sent) expect(request).toMatch(/dry_run(=|":)true/);
});
