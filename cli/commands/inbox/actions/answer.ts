import { withCaption } from "../../conversations/quick-reply.ts";
import { withReply } from "../../send/content.ts";
import { EMPTY, textOf } from "../model/editor.ts";
import { newForm, newPick } from "../model/prompt.ts";
import type { ActionContext } from "./context.ts";
import { fileMessage } from "./send.ts";
import { sendOrChooseTemplate } from "./template.ts";

/** A place of a quick reply for which the person lacks the field. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/;
const AS_IT_IS = [
  { label: "Replace what is in braces", value: "change" },
  { label: "Send it as it is", value: "send" },
];

/** Sends what is written in the open chat. Asks first where something in braces was not replaced, unless that is meant. */
export async function answer(context: ActionContext, isMeant = false): Promise<void> {
  const { store, run } = context;
  const { chat } = store.get();
  if (chat === null) return;
  const { file, quoted } = chat;
  const body = textOf(chat.draft);
  if (body.trim() === "" && file === null) return;
  const missing = isMeant ? undefined : PLACEHOLDER.exec(body)?.[1]?.trim();
  if (missing !== undefined) {
    const again = (choice: string) => choice === "send" && run(() => answer(context, true));
    store.set({ prompt: newPick(`The contact has no ${missing}`, AS_IT_IS, again) });
    return;
  }
  store.set({ chat: { ...chat, draft: EMPTY, quoted: null, file: null, chosen: null } });
  const message = file === null ? { type: "text", content: { body } } : withCaption(file, body.trim());
  const shown = body === "" ? (file?.name ?? "") : body;
  await sendOrChooseTemplate(context, withReply(message, quoted ?? undefined), shown);
}

/** Asks for the address of a file, and sends it. */
export async function sendFile(context: ActionContext): Promise<void> {
  const { store, run } = context;
  const fields = [{ label: "Address (https://…)" }, { label: "Caption, or nothing", required: false }];
  const prompt = newForm("Send a file by its address", fields, ([url = "", caption = ""]) =>
    run(() => {
      const shown = caption === "" ? url : `${url} · ${caption}`;
      return sendOrChooseTemplate(context, fileMessage(url, caption), shown);
    }),
  );
  store.set({ prompt });
}
