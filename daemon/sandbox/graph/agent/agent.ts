import { isObject } from "../../../lib/objects.ts";
import type { Phone } from "../accounts/phone.ts";
import type { Clock } from "../clock.ts";
import { newWamid } from "../http/ids.ts";
import type { Accepted } from "../messages/message-log.ts";
import { isUserId, type Report, seconds } from "../webhooks/body.ts";
import type { Outbox } from "../webhooks/outbox.ts";
import type { Threads } from "./threads.ts";

type Written = Extract<Report, { kind: "message" }>;
type Given = { outbox: Outbox; threads: Threads; clock: Clock };

const SUMMARY = "They wrote to the sandbox, and ask for a person.";

/**
 * The outbox of a sandbox whose numbers may have an agent of Meta's: what a person writes goes to who holds the thread. The
 * agent answers by itself, and hands over to whom asks for a person. Meta, "Conversation Routing" and "Standby webhooks".
 */
export function withAgents(given: Given): Outbox {
  const { outbox } = given;
  return {
    ...outbox,
    push: (report) => {
      if (report.kind === "message") hear(given, report);
      else outbox.push(report);
    },
  };
}

function hear(given: Given, report: Written): void {
  const { outbox, threads } = given;
  const { phone, from, message } = report;
  threads.heard(phone.id, from);
  if (phone.agent === undefined || threads.owner(phone.id, from) === "app") {
    outbox.push(report);
    return;
  }
  threads.give(phone.id, from, "agent");
  outbox.push({ ...report, standby: true });
  const said = isObject(message.text) ? String(message.text.body) : "";
  const asksForPerson = phone.agent.words.some((word) => said.toLowerCase().includes(word.toLowerCase()));
  say(given, phone, from, asksForPerson ? "I get somebody for you." : `The agent heard: ${said}`);
  if (asksForPerson) handOver(given, phone, from);
}

/** The agent answers: Meta reports the body of its call, and what became of it. */
function say({ outbox, clock }: Given, phone: Phone, to: string, body: string): void {
  const wamid = newWamid(to, "outbound");
  const whom = isUserId(to) ? { recipient: to } : { to };
  const message = { messaging_product: "whatsapp", ...whom, type: "text", text: { body } };
  const at = clock.now();
  const echo = { id: wamid, timestamp: seconds(at), message };
  const value = { ...common(phone), standby: { message_echoes: [echo] } };
  outbox.push({ kind: "change", wabaId: phone.wabaId, field: "standby", value });
  const call: Accepted = {
    ...{ wamid, to, byUserId: isUserId(to), type: "text", edge: "messages", callback: null },
    ...{ asksForNumber: false, dropped: false },
    // Meta bills its agent by tokens
    ...{ category: null, bill: null, files: [], buttons: [], members: null, at, phone },
  };
  for (const status of ["sent", "delivered"] as const)
    outbox.push({ kind: "status", phone, call, status, at, pricing: undefined, standby: true });
}

/** The agent gives a thread to the app, which is told so. */
export function handOver({ outbox, threads, clock }: Given, phone: Phone, person: string): void {
  threads.give(phone.id, person, "app");
  const roles = { previous_owner_role: "ai_agent", new_owner_role: "escalation" };
  const context = { type: "summary", summary: { text: SUMMARY } };
  tell({ outbox, clock }, phone, person, "control_passed", {
    ...roles,
    metadata: "WhatsApp user requested human agent",
    conversation_context: context,
  });
}

/** The agent takes a thread from the app, which is told so. */
export function takeBack({ outbox, threads, clock }: Given, phone: Phone, person: string): void {
  threads.give(phone.id, person, "agent");
  const roles = { previous_owner_role: "escalation", new_owner_role: "ai_agent" };
  tell({ outbox, clock }, phone, person, "control_taken", roles);
}

function tell(
  { outbox, clock }: Pick<Given, "outbox" | "clock">,
  phone: Phone,
  person: string,
  type: string,
  control: object,
): void {
  const value = {
    messaging_product: "whatsapp",
    sender: isUserId(person) ? { user_id: person } : { phone_number: person },
    recipient: { phone_number_id: phone.id, display_phone_number: phone.digits },
    ...{ type, timestamp: seconds(clock.now()), [type]: control },
  };
  outbox.push({ kind: "change", wabaId: phone.wabaId, field: "messaging_handovers", value });
}

function common(phone: Phone): object {
  const metadata = { display_phone_number: phone.digits, phone_number_id: phone.id };
  return { messaging_product: "whatsapp", metadata };
}
