/** What nobody reads, as an operator sees it in a terminal. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { startParties } from "../access/parties.ts";
import { runCli } from "../cli/run-cli.ts";

let parties: Awaited<ReturnType<typeof startParties>>;
beforeAll(async () => {
  parties = await startParties();
  await parties.daemon.sql`
    insert into drift (source, shape, first_seen, last_seen, count) values
      ('stanza', 'notification@type=passkey_successor', now() - interval '1 hour', now(), 12),
      ('meta_webhook', 'messages.messages.old', now() - interval '20 days', now(), 3)`;
});
afterAll(() => parties.daemon.stop());

const run = (key: string, ...line: string[]) =>
  runCli(line, { env: { WAYPOST_URL: parties.daemon.url, WAYPOST_API_KEY: key } });

test("doctor warns of what is new, and drift lists all", async () => {
  const { stdout } = await run(parties.daemon.key, "doctor", "--json");
  const { data } = JSON.parse(stdout);
  const [found] = data.filter(({ check }: { check: string }) => check === "drift");
  expect(found).toMatchObject({
    status: "warning",
    found: "new within two weeks, and read by nobody: stanza notification@type=passkey_successor",
  });
  const listed = await run(parties.daemon.key, "drift");
  expect(listed.code).toBe(0);
  const rows = listed.stdout
    .trim()
    .split("\n")
    .map((line) => line.split("\t"));
  expect(rows.map(([source, shape, , , count]) => [source, shape, count])).toEqual([
    ["stanza", "notification@type=passkey_successor", "12"],
    ["meta_webhook", "messages.messages.old", "3"],
  ]);
});

test("others than the operator see nothing of it", async () => {
  const { foreign } = parties;
  const { status, body } = await foreign.call("GET", "/v1/drift");
  expect([status, body.code]).toEqual([403, "operator_only"]);
});
