/** Actions on what waits: taking the next one, putting one off, and keeping one for later. */
import { parseTime } from "../../../lib/values/duration.ts";
import { newChat } from "../model/chat.ts";
import { newForm, newPick } from "../model/prompt.ts";
import { showConversation } from "../model/session.ts";
import { snoozeChoices } from "../model/snooze.ts";
import { type ActionContext, currentConversation } from "./context.ts";

/** Opens the conversation that has waited longest, and takes it. */
export async function takeNext({ client, store }: ActionContext): Promise<void> {
  const conversation = await client.call("POST /v1/conversations/next", { body: {} });
  store.set({ chat: newChat(conversation), notice: "It is yours" });
}

/** Asks until when it is snoozed. */
export async function snooze(context: ActionContext): Promise<void> {
  const { store, run } = context;
  const id = currentConversation(context)?.id;
  if (id === undefined) return;
  const choices = snoozeChoices(new Date());
  const options = [...choices, { label: "until another time", value: "another" }];
  const another = newForm("Snooze until", [{ label: "2h, 3d or a date" }], ([text = ""]) =>
    run(() => snoozeUntil(context, id, { until: parseTime(text, 1), label: text })),
  );
  const prompt = newPick("Snooze", options, (value) => {
    const choice = choices.find((one) => one.value === value);
    if (choice === undefined) store.set({ prompt: another });
    else run(() => snoozeUntil(context, id, choice));
  });
  store.set({ prompt });
}

/** Leaves it, and marks it as unread. */
export async function keepUnread(context: ActionContext): Promise<void> {
  const { client, store } = context;
  const id = currentConversation(context)?.id;
  if (id === undefined) return;
  store.set({ chat: null });
  showConversation(store, await client.call("POST /v1/conversations/{id}/unread", { path: { id } }));
  store.set({ notice: "Unread again" });
}

async function snoozeUntil(
  { client, store }: ActionContext,
  id: string,
  { until, label }: { until: string | null; label: string },
): Promise<void> {
  const body = { status: "snoozed", snoozed_until: until };
  showConversation(store, await client.call("PATCH /v1/conversations/{id}", { path: { id }, body }));
  store.set({ notice: `Snoozed: ${label}` });
}
