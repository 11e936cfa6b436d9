/** What was written before a number was paired, asked for at the top of its thread. */
import { expect, test } from "bun:test";
import { sees } from "./inbox-thread-site.ts";
import { NUMBER, pairedSite } from "./paired-site.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM } from "./stage.ts";

const OLIVER = "491700000009";
const { openThread, people, says } = await pairedSite();

test.skipIf(NO_CHROMIUM)(
  "the phone is asked for earlier messages, and they stand above the others",
  async () => {
    const messages = [{ text: "We met at the fair", daysAgo: 40 }];
    people().addHistory(NUMBER, [{ number: OLIVER, name: "Oliver", messages }]);
    const { conversation_id } = await says(OLIVER, { kind: "text", content: { body: "Do you remember?" } });
    const page = await openThread(conversation_id);
    await sees(page, "Do you remember?");
    await page.getByRole("button", { name: "Earlier messages from the phone" }).click();
    await sees(page, "We met at the fair");
    expect(await accessibilityFaults(page)).toEqual([]);
    await keepScreenshot(page, "inbox-earlier");
  },
);
