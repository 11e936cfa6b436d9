/** A conversation that goes from Meta's agent to a person of ours and back, while the daemon starts again and again. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ownDaemon } from "../support/own-daemon.ts";
import { eventually } from "../support/until.ts";
import { control } from "../templates/support.ts";
import { box, inboxSite, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const daemon = ownDaemon();
const { openInbox, stage, messagesOf } = inboxSite(daemon);
const FROM = "14155568901";

const writes = (text: string) => control(daemon, "inbound", { from: FROM, text, name: "Ada Lovelace" });
const takeOver = (page: Page) => page.getByRole("button", { name: "Take over" });
const texts = async (id: string): Promise<string[]> =>
  (await messagesOf(id)).map(({ text }: { text: string }) => text).toReversed();

test.skipIf(NO_CHROMIUM)(
  "nothing that the agent, the person or we say is missing, or there twice",
  async () => {
    await control(daemon, "agent", { words: ["human"] });
    const page = await stage.open("/inbox", { as: "agent" });
    await writes("Are you open?");
    const line = page.getByRole("link", { name: /Ada Lovelace/ });
    await line.getByRole("img", { name: "Meta's agent answers" }).waitFor();
    await line.click();
    await thread(page).getByText("The agent heard: Are you open?").waitFor();
    await thread(page).getByRole("img", { name: "delivered" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const viewer = await openInbox(id, { as: "viewer" });
    await thread(viewer).getByText("The agent heard: Are you open?").waitFor();
    await viewer.getByText("Meta's agent answers").waitFor();
    expect(await takeOver(viewer).count()).toBe(0);
    await takeOver(page).waitFor();
    await keepScreenshot(page, "inbox-agent");
    expect(await accessibilityFaults(page)).toEqual([]);

    await daemon.restart(() => writes("A human, please"));
    await thread(page).getByText("Handed over by Meta's agent").waitFor();
    await takeOver(page).waitFor({ state: "detached" });
    await line.getByRole("img", { name: /Waits .* for an answer/ }).waitFor();
    await box(page).fill("Here I am.");
    await box(page).press("Enter");
    await thread(page)
      .getByRole("listitem")
      .filter({ hasText: "Here I am." })
      .getByRole("img", { name: "read" })
      .waitFor();
    await line.getByRole("img", { name: /Waits/ }).waitFor({ state: "detached" });

    await daemon.restart(async () => {});
    await page.getByRole("button", { name: "More about this conversation" }).click();
    await page.getByRole("menuitem", { name: "Hand back to Meta's agent" }).click();
    await takeOver(page).waitFor();
    await daemon.restart(() => writes("Thanks"));
    await thread(page).getByText("The agent heard: Thanks").waitFor();
    await takeOver(page).click();
    await takeOver(page).waitFor({ state: "detached" });
    await keepScreenshot(page, "inbox-agent-back");

    const said = [
      ...["Are you open?", "The agent heard: Are you open?", "A human, please", "I get somebody for you."],
      ...["Handed over by Meta's agent: They wrote to the sandbox, and ask for a person.", "Here I am."],
      ...["Handed over to Meta's agent", "Thanks", "The agent heard: Thanks", "Taken over from Meta's agent"],
    ];
    await eventually("everything", async () => (await texts(id)).length === said.length);
    expect(await texts(id)).toEqual(said);
    for (const text of said) {
      const rows = thread(page).getByRole("listitem").filter({ hasText: text });
      await rows.first().waitFor();
      expect([text, await rows.count()]).toEqual([text, said.filter((one) => one.includes(text)).length]);
    }
    expect((await daemon.call("GET", `/v1/conversations/${id}`)).body).toMatchObject({
      handled_by: "business",
    });
  },
);
