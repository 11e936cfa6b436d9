/** Who read what of people, as it is written into the audit log. */
import { expect, test } from "bun:test";
import { createReadNotes } from "../../../daemon/auth/reads/read-notes.ts";
import type { Caller } from "../../../daemon/http/caller.ts";
import { newId } from "../../../daemon/lib/ids.ts";
import { createLog } from "../../../daemon/lib/log.ts";
import { READS } from "../../../daemon/start/api/reads.ts";
import { sharedDatabase } from "../../support/shared-database.ts";

const database = sharedDatabase();

/** Notes of one caller, which are written when they are asked for. */
function notes(more: Partial<Caller> = {}) {
  const organizationId = newId("org");
  const caller: Caller = {
    ...{ organizationId, actor: { type: "user" as const, id: "ann" }, permissions: ["*"], channelIds: null },
    ...{ agent: null, address: "203.0.113.7", requestId: "request" },
    ...more,
  };
  const { observer, stop } = createReadNotes({ sql: database.sql, log: createLog("silent") }, READS);
  return {
    read: (path: string, route: string, response: object, as: Partial<Caller> = {}) =>
      observer.answered?.(new Request(`http://localhost${path}`), { route, response }, { ...caller, ...as }),
    written: async () => {
      await stop();
      const rows = await database.sql<
        { action: string; kind: string; target_id: string | null; changes: string }[]
      >`
        select action, kind, target_id, changes from audit_log where organization_id = ${organizationId} order by id`;
      return rows.map(({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) }));
    },
  };
}
const contact = (id: string) => [`/v1/contacts/${id}`, "/v1/contacts/:id", { id }] as const;
const list = (query: string, rows: number) =>
  [`/v1/contacts?${query}`, "/v1/contacts", { data: Array.from({ length: rows }, () => ({})) }] as const;

test("who opens a contact is in the log, once for all that is shown beside it", async () => {
  const { read, written } = notes();
  read(...contact("ct_1"));
  read("/v1/contacts/ct_1/notes", "/v1/contacts/:id/notes", { data: [] });
  read(...contact("ct_1"));
  expect(await written()).toEqual([{ action: "read.contact", kind: "read", target_id: "ct_1", changes: {} }]);
});

test("the same read within an hour is not written again", async () => {
  const { read, written } = notes();
  read(...contact("ct_1"));
  await written();
  read(...contact("ct_1"));
  expect(await written()).toHaveLength(1);
});

test("another caller's read is another's", async () => {
  const { read, written } = notes();
  read(...contact("ct_1"));
  read(...contact("ct_1"), { actor: { type: "key", id: "key_1" } });
  expect(await written()).toHaveLength(2);
});

test("a list has its filters, and the rows of all its pages", async () => {
  const { read, written } = notes();
  read(...list("q=zelda&limit=2", 2));
  read(...list("q=zelda&limit=2&cursor=next", 1));
  const [entry] = await written();
  expect(entry).toMatchObject({
    action: "read.contacts",
    changes: { filters: { q: "zelda" }, rows: 3, requests: 2 },
  });
});

test("further pages are counted also when the first one is written", async () => {
  const { read, written } = notes();
  read(...list("limit=2", 2));
  await written();
  read(...list("limit=2&cursor=next", 2));
  expect((await written()).map(({ changes }) => changes.rows)).toEqual([2, 2]);
});

test("a contact that is found by its number is named by its id", async () => {
  const { read, written } = notes();
  read("/v1/contacts/phone/%2B4912345", "/v1/contacts/phone/:phone", { id: "ct_2" });
  expect((await written()).map(({ target_id }) => target_id)).toEqual(["ct_2"]);
});

test("what shows nothing of people is not in the log", async () => {
  const { read, written } = notes();
  read(...list("q=nobody", 0));
  read("/v1/events?cursor=newest", "/v1/events", { data: [] });
  read("/v1/channels", "/v1/channels", { data: [{}] });
  expect(await written()).toEqual([]);
});

test("a tool of an agent is named", async () => {
  const { read, written } = notes({ tool: "find_contact" });
  read(...contact("ct_1"));
  expect((await written())[0]?.changes).toEqual({ tool: "find_contact" });
});

test("whatever stands in a query, the rest is written", async () => {
  const { read, written } = notes();
  read(...list(`q=%00${"x".repeat(9999)}&%ff=%ff`, 1));
  read(...contact("ct_1"));
  expect((await written()).map(({ action }) => action)).toEqual(["read.contacts", "read.contact"]);
});
