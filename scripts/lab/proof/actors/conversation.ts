/** A client that writes to one person: the next message is requested when the one before was answered. */
import type { ConversationPlan, Manner } from "../world/organization-plan.ts";
import { answer } from "./answers.ts";
import { ask, insist } from "./api.ts";
import { buy } from "./budgets.ts";
import { firstMessage, messageOf, newSend, note, post, type Writing } from "./sending.ts";
import { command } from "./terminal.ts";
import type { LiveOrganization, World } from "./world.ts";

/** Says everything that the plan has. */
export async function converse(world: World, organization: LiveOrganization, plan: ConversationPlan) {
  const writing = { world, organization, plan };
  const half = Math.floor(plan.messages.length / 2);
  for (const [n, { atMs, manner, priority }] of plan.messages.entries()) {
    await world.until(atMs);
    if (world.isOver()) return;
    if (plan.isSuppressed && n === half) await suppress(writing);
    await MANNERS[manner](writing, priority);
  }
}

const MANNERS: Record<Manner, (writing: Writing, priority: string) => Promise<unknown>> = {
  single: (writing, priority) => post(writing, newSend(writing), { priority }),
  batch: (writing, priority) => postBatch(writing, priority, writing.world.random.between(2, 3)),
  burst: (writing, priority) => postBatch(writing, priority, writing.world.random.between(8, 15)),
  repeated: postRepeatedly,
  scheduled: (writing) => {
    const at = new Date(Date.now() + writing.world.random.between(500, 4000)).toISOString();
    return post(writing, newSend(writing, { isImmediate: false }), { scheduled_at: at });
  },
  expiring: (writing) => post(writing, newSend(writing), { ttl_seconds: writing.world.random.between(1, 4) }),
  cancelled: postAndCancel,
  terminal: sendFromTerminal,
  reply: replyFromTerminal,
  ...{ answer, paid: buy },
};

/** So many in one request. */
async function postBatch(writing: Writing, priority: string, count: number): Promise<void> {
  const { world, organization } = writing;
  const sends = Array.from({ length: count }, () => newSend(writing));
  const body = { messages: sends.map((send) => messageOf(send, { priority })) };
  const extras = { idempotencyKey: sends[0]?.idempotencyKey ?? "" };
  const answer = await insist(world, organization.key, "POST", "/v1/messages/batch", body, extras);
  for (const [index, send] of sends.entries()) {
    const row = answer?.status === 200 ? answer.body.data[index] : { status: answer?.status ?? null };
    note(world, send, row.status, row.message ?? row.problem);
  }
}

/** The same request through every daemon at once, as an impatient client's. */
async function postRepeatedly(writing: Writing, priority: string): Promise<void> {
  const { world, organization } = writing;
  const send = newSend(writing);
  const message = messageOf(send, { priority });
  const repetition = async (_: unknown, daemon: number) => {
    const extras = { idempotencyKey: send.idempotencyKey, daemon };
    const answer = await ask(world, organization.key, "POST", "/v1/messages", message, extras);
    if (answer?.status === 201) note(world, send, 201, answer.body);
  };
  await Promise.all(world.stage.daemons.map(repetition));
  await post(writing, send, { priority });
}

async function postAndCancel(writing: Writing, priority: string): Promise<void> {
  const { world, organization } = writing;
  const send = newSend(writing);
  await post(writing, send, { priority });
  const [accepted] = send.accepted;
  if (accepted === undefined) return;
  const path = `/v1/messages/${accepted.id}/cancel`;
  const extras = { idempotencyKey: `cancellation of ${send.text}` };
  const answer = await insist(world, organization.key, "POST", path, {}, extras);
  if (answer?.status === 200) world.history.cancels.push({ text: send.text, at: world.now() });
}

async function sendFromTerminal(writing: Writing): Promise<void> {
  const { world, organization } = writing;
  const send = newSend(writing);
  const words = ["--channel", send.channel, "--to", send.person, "--text", send.text];
  const message = await command(world, organization, "send", ...words);
  if (message !== null) note(world, send, 201, message);
}

/** In the conversation of an earlier message; without one there is none yet, and it is sent as any other. */
async function replyFromTerminal(writing: Writing): Promise<void> {
  const { world, organization } = writing;
  const message = await firstMessage(writing);
  if (message === null) return await sendFromTerminal(writing);
  const send = newSend(writing);
  const words = ["conversations", "reply", message.conversation_id, "--text", send.text];
  const reply = await command(world, organization, ...words);
  if (reply !== null) note(world, send, 201, reply);
}

/** From when this is confirmed on, nothing may be accepted for the person. */
async function suppress(writing: Writing): Promise<void> {
  const { world, organization, plan } = writing;
  const { key, label } = organization;
  const message = await firstMessage(writing);
  if (message === null) return;
  const path = `/v1/contacts/${message.contact_id}/suppressions`;
  const body = { channel: "whatsapp", reason: "complained" };
  const answer = await insist(world, key, "POST", path, body, { idempotencyKey: `stop ${plan.person}` });
  if (answer !== null && answer.status < 300)
    world.history.suppressions.push({
      organization: label,
      person: plan.person,
      at: world.now(),
      until: Infinity,
    });
}
