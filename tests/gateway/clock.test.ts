import { afterEach, expect, setSystemTime, test } from "bun:test";
import { changeWhatsAppWebSession } from "../../db/whatsapp-web/held-sessions.ts";
import {
  claimWhatsAppWebSessions,
  ensureWhatsAppWebSession,
  wantWhatsAppWebSession,
} from "../../db/whatsapp-web/sessions.ts";
import { sharedDatabase } from "../support/shared-database.ts";

/* Sessions of a daemon whose clock is not the database's. */
const organizationId = "org_test";
const daemonId = "dmn_test";
const WRONG = 30_000;
const database = sharedDatabase();
let channelId: string;
let made = 0;

afterEach(() => void setSystemTime());

async function wantedSession(): Promise<void> {
  made += 1;
  channelId = `ch_${made}`;
  await ensureWhatsAppWebSession(database.sql, organizationId, channelId, "");
  await wantWhatsAppWebSession(database.sql, organizationId, channelId, { wanted: "on" });
}
const claim = async () =>
  (await claimWhatsAppWebSessions(database.sql, daemonId, 15, 8)).find((row) => row.channel_id === channelId);
const secondsToNext = async () =>
  (
    await database.sql`
      select extract(epoch from next_attempt_at - now())::float as wait from web_sessions where channel_id = ${channelId}`
  )[0]?.wait;

test.each([WRONG, -WRONG])(
  "a session that is wanted, by a clock %d ms ahead, is due at once",
  async (ahead) => {
    setSystemTime(Date.now() + ahead);
    await wantedSession();
    const claimed = await claim();
    expect(claimed?.next_attempt_at.getTime()).toBeLessThanOrEqual(Date.now());
  },
);

test.each([WRONG, -WRONG])("a session that rests, by a clock %d ms ahead, rests as long", async (ahead) => {
  await wantedSession();
  setSystemTime(Date.now() + ahead);
  const { fence = 0 } = (await claim()) ?? {};
  const held = { organizationId, channelId, daemonId, fence };
  await changeWhatsAppWebSession(database.sql, held, { nextAttemptInMs: 3600_000, failures: 1 }, {});
  expect(await secondsToNext()).toBeWithin(3590, 3601);
});
