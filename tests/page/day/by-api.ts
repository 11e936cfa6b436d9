/** What the box does not write is answered by the business's own program, while the page looks on. */
import { expect } from "bun:test";
import { findMessageType } from "../../../daemon/message-types/registry.ts";
import { open, thread } from "./hands.ts";
import type { Way } from "./ways.ts";

const TYPES = [
  ...["location", "contact", "buttons", "list", "cta_url", "location_request"],
  ...["single_product", "multi_product", "catalog"],
];

export const ANSWERED_BY_API: readonly Way[] = TYPES.map((type) => ({
  what: `with a ${type} by the API`,
  leaves: [type],
  async answer(talk) {
    await open(talk);
    const before = await thread(talk).getByRole("listitem").count();
    const content = findMessageType(type)?.examples[0];
    const sent = await talk.desk.call("POST", "/v1/messages", {
      conversation_id: talk.conversation,
      type,
      content,
    });
    expect(sent.status).toBe(201);
    await thread(talk).getByRole("listitem").nth(before).waitFor();
  },
}));
