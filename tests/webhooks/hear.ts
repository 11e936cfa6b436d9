/** A channel of a lane's fixture, and what people write to it. */
import { newId, newMessageId } from "../../daemon/lib/ids.ts";
import { insertChannel } from "../../db/channels/channels.ts";
import type { LaneFixture } from "./lane-fixture.ts";

/** The type of a message, its content, and the number that it comes from. */
export type Heard = [type?: string, content?: object, from?: string];

/** A channel of its own, by the name of Desk. */
export async function channelOf({ sql, organizationId }: LaneFixture): Promise<string> {
  const id = newId("ch");
  const common = { organization_id: organizationId, id, name: "Desk", settings: {} };
  await insertChannel(sql, { ...common, platform: "whatsapp_official", status: "connected" });
  return id;
}

/** Somebody writes; returns the message's id. */
export async function hearOn(
  { sql, organizationId }: LaneFixture,
  channelId: string,
  ...[type = "text", content = { body: "A table for two?" }, from = "14155550123"]: Heard
): Promise<string> {
  const id = newMessageId();
  const person = { identity_type: "phone", identity_value: from, from_phone: from, name: "Ada" };
  const message = {
    id,
    provider_message_id: id,
    direction: "inbound",
    type,
    content: JSON.stringify(content),
  };
  const received = JSON.stringify([{ ...message, ...person, at: new Date() }]);
  await sql`select receive_messages(${organizationId}, ${channelId}, ${received}::text::json)`;
  return id;
}
