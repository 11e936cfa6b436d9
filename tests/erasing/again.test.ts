/** What comes once more of somebody who was erased: their messages, statuses, edits and files don't come back. */
import { beforeAll, expect, test } from "bun:test";
import { eraseContact } from "../../daemon/erasing/erase.ts";
import { NO_MEASURES } from "../../daemon/media/measure/measures.ts";
import { finishFetched } from "../../daemon/media/received/finish-fetched.ts";
import { incomingFolder } from "../../daemon/media/stores/configured-store.ts";
import { hear } from "../conversations/support.ts";
import { take } from "../inbound/support.ts";
import { conversationOf, past, someone, store } from "../past/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { callsOf, erased } from "./life.ts";
import { traces } from "./traces.ts";

const waypost = sharedDaemon();
const [GONE, OTHER] = ["14155578101", "14155578102"];
const calls = () => callsOf(waypost);

let sent: string;
let wamid: string;

const statusOf = (status: string) => ({
  statuses: [
    {
      ...{ id: wamid, status, timestamp: String(Math.floor(Date.now() / 1000)), recipient_id: GONE },
      biz_opaque_callback_data: sent,
    },
  ],
});
const isNowhere = async () => {
  await waypost.sql`update events set body = '{}' where type = 'contact.erased'`;
  expect(await traces(waypost, [GONE, "Remember", wamid])).toEqual([]);
};

beforeAll(async () => {
  await calls().says(GONE, `wamid.${GONE}.1`, "Remember me");
  sent = (await calls().send(GONE, "Remember this")).id;
  await waypost.until(sent, "read");
  wamid = (await calls().ok("GET", `/v1/messages/${sent}`)).provider_message_id;
  await erased(waypost, await calls().contactOf(GONE));
});

test("a webhook that Meta delivers once more makes no message of theirs anew", async () => {
  await calls().says(GONE, `wamid.${GONE}.1`, "Remember me");
  await isNowhere();
});

test("a status that comes late does not bring back whose message it was", async () => {
  await take(waypost, statusOf("delivered"));
  await isNowhere();
});

test("an edit of an erased message, and the statuses of an agent's, wait for nothing", async () => {
  const at = "2026-11-30T10:00:00Z";
  const edit = {
    original_id: wamid,
    provider_message_id: `${wamid}.edit`,
    content: '{"body":"Remember"}',
    at,
  };
  const of = [waypost.organizationId, waypost.channelId] as const;
  await waypost.sql`select revise_message(${of[0]}, ${of[1]}, ${JSON.stringify(edit)}::text::json)`;
  const status = { provider_message_id: wamid, status: "read", at, holder: "agent" };
  await waypost.sql`select apply_statuses(${of[0]}, ${of[1]}, ${JSON.stringify([status])}::text::json)`;
  await isNowhere();
});

test("a phone's history that has their messages brings back neither them nor the person", async () => {
  const other = someone(OTHER);
  await store(waypost, [past(wamid, someone(GONE, { name: "Remember Me" })), past("history.other", other)]);
  expect(await conversationOf(waypost, OTHER)).toBeDefined();
  await isNowhere();
});

test("a file whose fetching ends after it was erased does not stay", async () => {
  const removed: string[] = [];
  const files = { remove: async (key: string) => void removed.push(key) };
  const result = { id: "med_01JDB2M5S8V0ZC3K7Q2M4N6P95", status: "stored" as const, mime_type: "image/png" };
  await finishFetched({ sql: waypost.sql, store: files }, waypost, [
    { ...result, sha256: "0", size: 1, error: null, retry_after: null, ...NO_MEASURES },
  ]);
  expect(removed).toEqual([`${waypost.organizationId}/95/${result.id}`]);
});

test("a file that came in while it was erased does not stay", async () => {
  const { contact, id } = await withFile();
  const files = new Set<string>();
  let removals = 0;
  const dependencies = {
    sql: waypost.sql,
    incoming: incomingFolder(waypost.config),
    store: {
      put: async () => {},
      open: async () => null,
      async remove(key: string) {
        files.delete(key);
        if (removals++ === 0) files.add(key);
      },
    },
    templates: { find: async () => null },
  };
  const { id: erasure } = await calls().ok("POST", `/v1/contacts/${contact}/erase`, {
    reason: "They asked.",
  });
  await waypost.sql`update contact_erasures set erase_at = now() where id = ${erasure}`;
  await eraseContact(dependencies, { organizationId: waypost.organizationId, id: erasure });
  expect(await waypost.sql`select from media where id = ${id}`).toHaveLength(0);
  expect([...files]).toEqual([]);
});

/** Somebody whose message has a file that is still to be fetched. */
async function withFile() {
  const conversation = await hear(waypost, "14155578103");
  const id = "med_01JDB2M5S8V0ZC3K7Q2M4N6P96";
  await waypost.sql`
    insert into media (organization_id, id, channel_id, message_id, kind, status)
    select organization_id, ${id}, channel_id, id, 'image', 'pending' from messages
    where conversation_id = ${conversation}`;
  return { contact: await calls().contactOf("14155578103"), id };
}
