/** The invoice of an organisation with more numbers than are read at once. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const COUNT = 230;

test("each number is compared, or said not to be", async () => {
  await waypost.sql`
    insert into channels (organization_id, id, platform, status, name)
    select ${waypost.organizationId}, 'ch_many_' || lpad(n::text, 4, '0'), 'whatsapp_official', 'connected', 'Many'
    from generate_series(1, ${COUNT}::integer) as n`;
  const { status, body } = await waypost.call("GET", "/v1/costs/invoice?month=2026-10");
  expect(status).toBe(200);
  const many = body.data.filter(({ channel_id }: { channel_id: string }) =>
    channel_id.startsWith("ch_many_"),
  );
  expect(many).toHaveLength(COUNT);
  expect(
    many.filter(({ equal, error }: { equal: boolean; error: string }) => equal || error === null),
  ).toEqual([]);
  expect(body.equal).toBe(false);
});
