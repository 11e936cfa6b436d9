import type { Client } from "../../../lib/api/client.ts";
import type { Template } from "../../../lib/api/types/templates.ts";
import { fileOf, withCaption } from "../../conversations/quick-reply.ts";
import { withReply } from "../../send/content.ts";
import { chosenMessage, isHappening, reactable } from "../model/chat.ts";
import { EMPTY, textOf, typed } from "../model/editor.ts";
import { chosenConversation } from "../model/list.ts";
import { newForm, newPick } from "../model/prompt.ts";
import { type Store, showConversation } from "../model/session.ts";
import { filledTemplate, templateFields, templateWords } from "../model/template-fields.ts";
import { fileMessage, sendInChat } from "./send.ts";

/** A user's actions on the open chat, or on the chosen conversation. */
export type Deeds = {
  /** Asks first where something in braces was not replaced, unless that is meant. */
  answer(isMeant?: boolean): Promise<void>;
  file(): Promise<void>;
  template(reason?: string): Promise<void>;
  quickReply(): Promise<void>;
  react(): Promise<void>;
  quote(): Promise<void>;
  note(): Promise<void>;
  close(): Promise<void>;
  assign(): Promise<void>;
};

const EMOJIS = ["👍", "❤️", "😂", "😮", "😢", "🙏"];
/** A place of a quick reply for which the person lacks the field. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/;
const AS_IT_IS = [
  { label: "Replace what is in braces", value: "change" },
  { label: "Send it as it is", value: "send" },
];
const ONLY_TEMPLATES = "24 hours after their last message only a template can be sent";

/** `run` does the work of a key, and says what went wrong with it. */
export function createDeeds(client: Client, store: Store, run: (work: () => Promise<void>) => void): Deeds {
  const conversation = () => store.get().chat?.conversation ?? chosenConversation(store.get().list);
  const say = (notice: string) => store.set({ notice });

  async function send(what: Parameters<typeof sendInChat>[2], text: string): Promise<void> {
    const sent = await sendInChat(client, store, what, text);
    if (sent === "window closed") await deeds.template(ONLY_TEMPLATES);
  }

  async function change(body: { status?: string; assignee_id?: string | null }, said: string): Promise<void> {
    const id = conversation()?.id;
    if (id === undefined) return;
    showConversation(store, await client.call("PATCH /v1/conversations/{id}", { path: { id }, body }));
    say(said);
  }

  const deeds: Deeds = {
    async answer(isMeant = false) {
      const { chat } = store.get();
      if (chat === null) return;
      const { file, quoted } = chat;
      const body = textOf(chat.draft);
      if (body.trim() === "" && file === null) return;
      const missing = isMeant ? undefined : PLACEHOLDER.exec(body)?.[1]?.trim();
      if (missing !== undefined) {
        const again = (choice: string) => choice === "send" && run(() => deeds.answer(true));
        store.set({ prompt: newPick(`The contact has no ${missing}`, AS_IT_IS, again) });
        return;
      }
      store.set({ chat: { ...chat, draft: EMPTY, quoted: null, file: null, chosen: null } });
      const answer = file === null ? { type: "text", content: { body } } : withCaption(file, body.trim());
      await send(withReply(answer, quoted ?? undefined), body === "" ? (file?.name ?? "") : body);
    },
    async file() {
      const fields = [{ label: "Address (https://…)" }, { label: "Caption, or nothing", required: false }];
      const prompt = newForm("Send a file by its address", fields, ([url = "", caption = ""]) =>
        run(() => send(fileMessage(url, caption), caption === "" ? url : `${url} · ${caption}`)),
      );
      store.set({ prompt });
    },
    async template(reason) {
      const channel_id = conversation()?.channel_id;
      if (channel_id === undefined) return;
      const templates = await approvedTemplates(client, channel_id);
      if (templates.length === 0)
        return say(`${reason ?? "No template"}: this channel has none that is approved`);
      const options = templates.map((template) => ({
        label: `${template.name} (${template.language})  ${templateWords(template)}`,
        value: template.id,
      }));
      const prompt = newPick(reason ?? "Send a template", options, (id) => {
        const template = templates.find((one) => one.id === id);
        if (template !== undefined) fillIn(template);
      });
      store.set({ prompt });
    },
    async quickReply() {
      const id = conversation()?.id;
      if (id === undefined) return;
      const query = { conversation_id: id, limit: 100 };
      const { data } = await client.call("GET /v1/quick_replies", { query });
      if (data.length === 0) return say("No quick replies; keep one: waypost quick-replies create");
      const options = data.map(({ id: value, shortcut, filled, body }) => ({
        label: `${shortcut}  ${filled?.text ?? body}`,
        value,
      }));
      const write = async (chosen: string) => {
        const reply = data.find((one) => one.id === chosen);
        if (reply === undefined) return;
        const text = reply.filled?.text ?? reply.body;
        store.setChat(id, (open) => ({ ...open, draft: typed(open.draft, text) }));
        const file = await fileOf(client, reply);
        if (file !== null) store.setChat(id, (open) => ({ ...open, file }));
      };
      store.set({ prompt: newPick("Write a quick reply", options, (chosen) => run(() => write(chosen))) });
    },
    async react() {
      const { chat } = store.get();
      const message = chat === null ? undefined : reactable(chat);
      if (message === undefined) return say("Choose a message with ↑ to react to it");
      const options = [
        ...EMOJIS.map((value) => ({ label: value, value })),
        { label: "take it back", value: "" },
      ];
      const content = (reaction: string) => ({
        ...{ message_id: message.provider_message_id, reaction },
        from_me: message.direction === "outbound",
      });
      const prompt = newPick(
        `React to “${message.text ?? message.type}”`,
        options,
        (emoji) => {
          // the message was chosen for this: the next Escape leaves the chat
          store.setChat(message.conversation_id, (open) => ({ ...open, chosen: null }));
          run(() => send({ type: "reaction", content: content(emoji) }, `Reaction: ${emoji}`));
        },
        true,
      );
      store.set({ prompt });
    },
    async quote() {
      const { chat } = store.get();
      const message = chat === null ? undefined : chosenMessage(chat);
      if (chat === null || typeof message?.provider_message_id !== "string" || isHappening(message))
        return say("Choose a message with ↑ to quote it");
      store.set({ chat: { ...chat, quoted: message.provider_message_id }, notice: "Your answer quotes it" });
    },
    async note() {
      const id = conversation()?.contact_id;
      if (typeof id !== "string") return say("The contact of this conversation was deleted");
      const { data } = await client.call("GET /v1/contacts/{id}/notes", {
        path: { id },
        query: { limit: 1 },
      });
      const latest = data[0] === undefined ? "" : ` (the latest: ${data[0].body})`;
      const prompt = newForm(`Note about this contact${latest}`, [{ label: "Note" }], ([body = ""]) =>
        run(async () => {
          await client.call("POST /v1/contacts/{id}/notes", { path: { id }, body: { body } });
          say("The note is kept with the contact");
        }),
      );
      store.set({ prompt });
    },
    async close() {
      const isOpen = conversation()?.status === "open";
      await change({ status: isOpen ? "closed" : "open" }, isOpen ? "Closed" : "Open again");
    },
    async assign() {
      const users = [...store.get().users].map(([value, label]) => ({ label, value }));
      const me = await client.call("GET /v1/auth/me", {}).catch(() => null);
      const own = me?.user ? [{ label: "me", value: me.user.id }] : [];
      const options = [...own, ...users, { label: "nobody", value: "" }];
      const prompt = newPick("Assign the conversation to", options, (id) => {
        const label = options.find(({ value }) => value === id)?.label;
        run(() => change({ assignee_id: id === "" ? null : id }, `Assigned to ${label}`));
      });
      store.set({ prompt });
    },
  };

  function fillIn(template: Template): void {
    const fields = templateFields(template);
    const done = (values: string[]) =>
      run(() =>
        send(
          { type: "template", content: filledTemplate(template, fields, values) },
          templateWords(template),
        ),
      );
    if (fields.length === 0) done([]);
    else store.set({ prompt: newForm(`${template.name}: ${templateWords(template)}`, fields, done) });
  }

  return deeds;
}

async function approvedTemplates(client: Client, channel_id: string): Promise<Template[]> {
  const query = { channel_id, status: "approved", limit: 100 };
  return (await client.call("GET /v1/templates", { query })).data;
}
