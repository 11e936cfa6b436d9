/** Threads of the inbox, for all tests of a file. */
import type { Locator, Page } from "playwright-core";
import type { TestDaemonOptions } from "../support/daemon.ts";
import { pageStage, type Stage, type Visit } from "./stage.ts";

export type ThreadSite = Stage & {
  /** Opens a conversation. */
  openThread(conversation: string, visit?: Visit): Promise<Page>;
};

export function threadSite(options: TestDaemonOptions = {}): ThreadSite {
  const stage = pageStage(options);
  return { ...stage, openThread: (conversation, visit) => stage.open(`/inbox/${conversation}`, visit) };
}

export const thread = (page: Page): Locator => page.getByRole("log", { name: "Messages" });

/** Waits until something is read in the thread. */
export async function sees(page: Page, words: string | RegExp): Promise<void> {
  await thread(page).getByText(words).first().waitFor();
}
