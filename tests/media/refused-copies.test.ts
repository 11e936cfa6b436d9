/** Where files are on a number's platform is forgotten when that could not use them, and for nobody else. */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const NUMBERS = [
  ["org_one", "ch_one", "100"],
  ["org_one", "ch_two", "200"],
  ["org_two", "ch_three", "300"],
] as const;
const FILES = ["med_sent", "med_made", "med_other"];

beforeAll(async () => {
  const { sql } = database;
  await makePartitions(sql);
  for (const [organization_id, id, phone_number_id] of NUMBERS) {
    const channel = { organization_id, id, platform: "whatsapp_official", name: id, status: "connected" };
    await sql`insert into channels ${sql({ ...channel, phone_number_id })}`;
  }
  for (const organization_id of ["org_one", "org_two"])
    for (const id of FILES) {
      const file = { organization_id, id, kind: "image", direction: "outbound", status: "stored" };
      await sql`insert into media ${sql({ ...file, converted_from: id === "med_made" ? "med_sent" : null })}`;
    }
});

/** A message with a file failed; resolves with the copies that are forgotten. */
async function forgotten(code: string): Promise<string[]> {
  const { sql } = database;
  const until = new Date(Date.now() + 3600_000);
  await sql`delete from media_copies`;
  for (const [organization_id, , phone_number_id] of NUMBERS)
    for (const media_id of FILES) {
      const copy = { organization_id, media_id, phone_number_id, provider_media_id: "1", expires_at: until };
      await sql`insert into media_copies ${sql(copy)}`;
    }
  const id = Bun.randomUUIDv7();
  const content = JSON.stringify({ media_id: "med_sent" });
  const message = {
    organization_id: "org_one",
    id,
    channel_id: "ch_one",
    conversation_id: "cv",
    contact_id: "ct",
  };
  const failed = {
    direction: "outbound",
    type: "image",
    status: "failed",
    content,
    error: JSON.stringify({ code }),
  };
  await sql`insert into messages ${sql({ ...message, ...failed, status_history: "[]", created_at: new Date(), updated_at: new Date() })}`;
  await sql`select forget_refused_copies('org_one', 'ch_one', ${[id]}::uuid[])`;
  const left = await sql<
    { name: string }[]
  >`select phone_number_id || ' ' || media_id as name from media_copies`;
  const names = left.map(({ name }) => name);
  return NUMBERS.flatMap(([, , number]) => FILES.map((file) => `${number} ${file}`)).filter(
    (name) => !names.includes(name),
  );
}

test("the file that was sent, and what was converted from it, of this number alone", async () => {
  expect(await forgotten("media_rejected")).toEqual(["100 med_sent", "100 med_made"]);
});

test("nothing when the message failed for another reason", async () => {
  expect(await forgotten("expired")).toEqual([]);
});
