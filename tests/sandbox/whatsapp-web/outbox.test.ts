/** Stanzas that wait for a companion, and which of its answers ends the wait. */
import { expect, test } from "bun:test";
import * as baileys from "baileys";
import { createMemory } from "../../../daemon/sandbox/memory/keep.ts";
import { createOutbox } from "../../../daemon/sandbox/whatsapp-web/delivery/outbox.ts";
import type { Device } from "../../../daemon/sandbox/whatsapp-web/link.ts";
import { node } from "../../../daemon/sandbox/whatsapp-web/wire/nodes.ts";

const DEVICE = { jid: "15557010001:1@s.whatsapp.net" } as Device;

test("a message whose retry is requested waits until the ack, and the new one after it", async () => {
  const outbox = await createOutbox(baileys, createMemory());
  const waiting = () => outbox.waiting(DEVICE).map(({ attrs }) => attrs.copy);
  const message = (copy: string) => node("message", { id: "A1", copy });
  outbox.add(DEVICE, message("first"));
  outbox.settle(DEVICE, node("receipt", { id: "A1", type: "retry" }));
  outbox.add(DEVICE, message("again"));
  expect(waiting()).toEqual(["first", "again"]);
  outbox.settle(DEVICE, node("ack", { id: "A1", class: "message", error: "500" }));
  expect(waiting()).toEqual(["again"]);
  outbox.settle(DEVICE, node("receipt", { id: "A1" }));
  expect(waiting()).toEqual([]);
});
