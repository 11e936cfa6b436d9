import type { Client } from "../../../lib/api/client.ts";
import { parseTime } from "../../../lib/values/duration.ts";
import { newChat } from "../model/chat.ts";
import { chosenConversation } from "../model/list.ts";
import { newForm, newPick } from "../model/prompt.ts";
import { type Store, showConversation } from "../model/session.ts";
import { snoozeChoices } from "../model/snooze.ts";

/** A user's actions on what waits: taking the next one, putting one off, and keeping one for later. */
export type QueueDeeds = {
  next(): Promise<void>;
  snooze(): Promise<void>;
  unread(): Promise<void>;
};

/** `run` does the work of a key, and says what went wrong with it. */
export function createQueueDeeds(
  client: Client,
  store: Store,
  run: (work: () => Promise<void>) => void,
): QueueDeeds {
  const idOf = () => (store.get().chat?.conversation ?? chosenConversation(store.get().list))?.id;

  async function snoozeUntil(id: string, until: string | null, said: string): Promise<void> {
    const body = { status: "snoozed", snoozed_until: until };
    showConversation(store, await client.call("PATCH /v1/conversations/{id}", { path: { id }, body }));
    store.set({ notice: `Snoozed: ${said}` });
  }

  return {
    async next() {
      const conversation = await client.call("POST /v1/conversations/next", { body: {} });
      store.set({ chat: newChat(conversation), notice: "It is yours" });
    },
    async snooze() {
      const id = idOf();
      if (id === undefined) return;
      const choices = snoozeChoices(new Date());
      const options = [...choices, { label: "until another time", value: "another" }];
      const another = newForm("Snooze until", [{ label: "2h, 3d or a date" }], ([text = ""]) =>
        run(() => snoozeUntil(id, parseTime(text, 1), text)),
      );
      const prompt = newPick("Snooze", options, (value) => {
        const known = choices.find((one) => one.value === value);
        if (known === undefined) store.set({ prompt: another });
        else run(() => snoozeUntil(id, known.until, known.label));
      });
      store.set({ prompt });
    },
    async unread() {
      const id = idOf();
      if (id === undefined) return;
      store.set({ chat: null });
      showConversation(store, await client.call("POST /v1/conversations/{id}/unread", { path: { id } }));
      store.set({ notice: "Unread again" });
    },
  };
}
