import { createHmac, randomBytes } from "node:crypto";
import { graphIdsOf } from "../../../../db/channels/graph-ids.ts";
import type { EndpointForm, NewAddress } from "../../../webhooks/forms/form.ts";
import { CHANGES, changeOf } from "./events.ts";

/** Webhooks as Meta posts them, so that a receiver that was made for the Cloud API can stay as it is. */
export const META_FORM: EndpointForm = {
  name: "meta",
  types: Object.keys(CHANGES) as (keyof typeof CHANGES)[],
  needs: ["message", "contact", "channel", "answered"],
  write(event) {
    const { channel } = event.records;
    const change = channel === null ? null : changeOf(event, channel);
    if (channel === null || change === null) return null;
    const entry = { id: graphIdsOf(channel).waba_id, changes: [change] };
    return { body: ascii(JSON.stringify({ object: "whatsapp_business_account", entry: [entry] })) };
  },
  sign({ secrets: [secret = ""], body }) {
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    return { "x-hub-signature-256": `sha256=${digest}` };
  },
  verify,
};

/** Asks the address for a challenge back, as Meta does. */
async function verify({ url, token, ask }: NewAddress): Promise<string | null> {
  const challenge = String(randomBytes(4).readUInt32BE());
  const asked = new URL(url);
  asked.searchParams.set("hub.mode", "subscribe");
  asked.searchParams.set("hub.challenge", challenge);
  asked.searchParams.set("hub.verify_token", token ?? "");
  const answer = await ask(asked.href);
  if (answer === null) return "did not answer a GET with hub.challenge, by which Meta verifies an address";
  if (answer.status === 200 && answer.body.trim() === challenge) return null;
  return `answered a GET with hub.challenge by ${answer.status}, and not by the challenge: is \`verify_token\` the one that it expects?`;
}

/** Everything outside ASCII is escaped, which is the form that Meta sends and signs. */
function ascii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
