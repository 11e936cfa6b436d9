/** A broadcast to both forms of one person's number has them once, and leaves them out after a STOP by either. */
import { beforeAll, expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { createDraft, defineTemplate, ended, makePeople, sentTo, start } from "./support.ts";

const waypost = sharedDaemon();
/** One Brazilian as their number is written, and as WhatsApp has it. */
const [SAVED, OWN] = ["5511961238001", "551161238001"];

beforeAll(async () => {
  await defineTemplate(waypost);
});

async function ofFile() {
  const response = await fetch(`${waypost.url}/v1/media`, {
    method: "POST",
    headers: { "x-api-key": waypost.key, "content-disposition": 'attachment; filename="people.csv"' },
    body: `phone,name\n+${SAVED},Ana\n+${OWN},Ana\n`,
  });
  const { id } = (await response.json()) as { id: string };
  return { file: { media_id: id } };
}

async function ofTag() {
  await makePeople(
    waypost,
    [SAVED, OWN].map((number) => ({ phone_number: `+${number}`, tags: ["forms"] })),
  );
  return { tags: { any: ["forms"] } };
}

const sent = async () => [...(await sentTo(waypost, "5511")).values()].reduce((sum, count) => sum + count, 0);

/** Runs a broadcast; its counts, and how many messages it sent to either form. */
async function run(audience: object) {
  const before = await sent();
  const id = await createDraft(waypost, { audience });
  await start(waypost, id);
  const { counts } = await ended(waypost, id);
  return [counts.audience, counts.skipped, (await sent()) - before];
}

test("both forms in a file, or with a tag, are one person until a STOP by one form", async () => {
  expect(await run(await ofFile())).toEqual([1, 0, 1]);
  expect(await run(await ofTag())).toEqual([1, 0, 1]);
  await take(waypost, {
    contacts: [{ wa_id: OWN }],
    messages: [
      {
        ...{ id: "wamid.forms.stop", from: OWN, timestamp: String(Math.floor(Date.now() / 1000)) },
        ...{ type: "text", text: { body: "STOP" } },
      },
    ],
  });
  expect(await run(await ofFile())).toEqual([1, 1, 0]);
  expect(await run(await ofTag())).toEqual([1, 1, 0]);
});
