/** People who write, and the inbox in which they are answered. */
import type { Page } from "playwright-core";
import { take } from "../inbound/support.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { pageStage, type Visit } from "./stage.ts";

type Written = { from: string; body: string; name?: string; more?: object };

/** For all tests of a file. */
export function inboxSite(own?: TestDaemon) {
  const stage = pageStage(own);
  const { daemon } = stage;
  let serial = 0;
  return {
    stage,
    daemon,
    /** Somebody writes; resolves with the conversation's id. */
    async hear({ from, body, name = "Ada Lovelace", more = {} }: Written): Promise<string> {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const id = `wamid.page.${++serial}`;
      const message = { from, id, timestamp, type: "text", text: { body }, ...more };
      await take(daemon, { contacts: [{ profile: { name }, wa_id: from }], messages: [message] });
      return (await daemon.call("GET", `/v1/conversations?q=${from}`)).body.data[0].id;
    },
    openInbox: (id: string, visit: Visit = {}) => stage.open(`/inbox/${id}`, visit),
    messagesOf: async (conversation: string) =>
      (await daemon.call("GET", `/v1/messages?conversation_id=${conversation}`)).body.data,
  };
}

export const thread = (page: Page) => page.getByRole("log", { name: "Messages" });
export const box = (page: Page) => page.getByRole("textbox", { name: "Answer" });
