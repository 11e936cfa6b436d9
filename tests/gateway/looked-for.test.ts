import { test } from "bun:test";
import { ensureWhatsAppWebSession } from "../../db/whatsapp-web/sessions.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();

test("a daemon that holds no paired number takes one without a notification, however often", async () => {
  const { sql, organizationId, channelId } = waypost;
  await ensureWhatsAppWebSession(sql, organizationId, channelId, "");
  for (let times = 0; times < 3; times++) {
    // it can't be held, and is let go at once
    const [before] = await sql`
      update web_sessions set wanted = 'on', owner = null, next_attempt_at = now()
      where channel_id = ${channelId} returning fence`;
    await until(async () => {
      const [now] = await sql`select fence, owner from web_sessions where channel_id = ${channelId}`;
      return now?.fence > before?.fence && now?.owner === null;
    });
  }
});
