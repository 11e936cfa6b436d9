/** Baileys returns nothing when WhatsApp does not answer in time. It must not mean that the number has no account. */
import { expect, test } from "bun:test";
import {
  findOnWhatsApp,
  NothingSaid,
} from "../../../daemon/providers/whatsapp-web/connection/questions/number-lookup.ts";
import { failureOf } from "../../../daemon/providers/whatsapp-web/send/errors.ts";

const jid = "14155550100@s.whatsapp.net";
const answering = (answer: { jid: string; exists: boolean }[] | undefined) => ({
  onWhatsApp: async () => answer,
});

test("a number has an account or has none only if WhatsApp says so", async () => {
  expect(await findOnWhatsApp(answering([{ jid, exists: true }]), "14155550100")).toBe(jid);
  expect(await findOnWhatsApp(answering([]), "14155550100")).toBeNull();
  await expect(findOnWhatsApp(answering(undefined), "14155550100")).rejects.toBeInstanceOf(NothingSaid);
});

test("a message to a number of which nothing is said waits until WhatsApp answers again", () => {
  expect(failureOf(new NothingSaid("nothing"))).toMatchObject({
    kind: "retry",
    scope: "platform",
    error: { code: "whatsapp_timed_out", retryable: true },
  });
});
