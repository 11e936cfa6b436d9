/** Meta's agent on the sandbox's number, as Meta reports what it hears, says and gives away. */
import { PHONE, take } from "../inbound/support.ts";
import type { TestDaemon } from "../support/daemon.ts";

let serial = 0;
const START = Math.floor(Date.now() / 1000);
/** A time so many seconds before the tests began, as webhooks have it. */
export const seconds = (ago: number) => String(START - ago);

/** The agent of a daemon's number. */
export function metaAgent(waypost: TestDaemon) {
  return {
    /** Somebody writes to the agent, so many seconds ago; resolves with the conversation's id. */
    async tellAgent(from: string, ago = 10, more: object = {}): Promise<string> {
      const id = `wamid.told.${++serial}`;
      const message = {
        from,
        id,
        timestamp: seconds(ago),
        type: "text",
        text: { body: "Are you open?" },
        ...more,
      };
      await take(
        waypost,
        { standby: { contacts: [{ wa_id: from, profile: { name: "Ada" } }], messages: [message] } },
        "standby",
      );
      return (await waypost.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
    },

    /** The agent says something. */
    async agentSays(to: string, ago = 5, message: object = { type: "text", text: { body: "Until six." } }) {
      const id = `wamid.said.${++serial}`;
      const echo = {
        id,
        timestamp: seconds(ago),
        message: { messaging_product: "whatsapp", to, ...message },
      };
      await take(waypost, { standby: { message_echoes: [echo] } }, "standby");
      return id;
    },

    /** Meta says who holds a conversation. */
    async change(from: string, type: string, ago = 2, given: object = {}) {
      const recipient = { phone_number_id: PHONE.id, display_phone_number: "15550990100" };
      const control = { previous_owner_role: "ai_agent", new_owner_role: "escalation", ...given };
      const value = {
        sender: { phone_number: from },
        recipient,
        timestamp: seconds(ago),
        type,
        [type]: control,
      };
      await take(waypost, value, "messaging_handovers");
    },
  };
}
