/** Colleagues in one conversation: each sees that the other is there, at two daemons. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createLog } from "../../daemon/lib/log.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { box, daemon, hear, openInbox, thread } from "./inbox-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

let other: Daemon;
beforeAll(async () => {
  const { config, databaseUrl, secrets } = daemon;
  other = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
});
afterAll(() => other.stop());

const presence = (page: Page, words: RegExp) => page.getByRole("status").filter({ hasText: words });

test.skipIf(NO_CHROMIUM)(
  "who has it open and who types is seen at the other daemon, until they leave",
  async () => {
    const id = await hear({ from: "14155568001", body: "Hello?" });
    const mine = await openInbox(id);
    await thread(mine).getByText("Hello?").waitFor();
    const theirs = await openInbox(id, { as: "agent", at: other.url });
    await presence(mine, /has this open/).waitFor();
    await presence(theirs, /has this open/).waitFor();
    await box(theirs).pressSequentially("We are open");
    await presence(mine, /is typing/).waitFor();
    await keepScreenshot(mine, "inbox-together");
    expect(await accessibilityFaults(mine)).toEqual([]);
    // nobody is told of themselves
    expect(await presence(theirs, /typing/).count()).toBe(0);
    await box(theirs).fill("");
    await presence(mine, /has this open/).waitFor();
    await theirs.getByRole("link", { name: "Contacts" }).first().click();
    await presence(mine, /open|typing/).waitFor({ state: "detached" });
  },
);

test.skipIf(NO_CHROMIUM)(
  "typing is said once in five seconds, and changes nothing that was read",
  async () => {
    const id = await hear({ from: "14155568002", body: "Hello?" });
    const watching = await openInbox(id);
    await thread(watching).getByText("Hello?").waitFor();
    const page = await openInbox(id, { as: "agent", at: other.url });
    await presence(watching, /has this open/).waitFor();
    const said: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/activity")) said.push(request.postData() ?? "");
    });
    const asked: string[] = [];
    watching.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await box(page).pressSequentially("x".repeat(60), { delay: 20 });
    await presence(watching, /is typing/).waitFor();
    expect(said.filter((body) => body.includes("typing")).length).toBeLessThanOrEqual(2);
    // what came in is counted a while after
    const counts = "GET /v1/conversations/counts";
    expect(asked.filter((one) => one.startsWith("GET") && one !== counts)).toEqual([]);
  },
);
