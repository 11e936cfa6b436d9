/** Every control of every view, pressed by an agent: none leads to what a role may not do. For others: tests/scripts. */
import { expect, test } from "bun:test";
import { NO_CHROMIUM } from "../support/browser.ts";
import { PRESSING_MS, pressedAs } from "./controls/pressed.ts";
import { pageStage } from "./stage.ts";

const stage = pageStage();

test.skipIf(NO_CHROMIUM)(
  "what an agent finds, an agent may do",
  async () => {
    const { asked, refused } = await pressedAs(stage, "agent");
    expect(refused).toEqual([]);
    // it has pressed what changes something, too
    for (const route of ["PATCH /v1/contacts/{id}", "DELETE /v1/contacts/{id}", "POST /v1/messages"])
      expect([...asked]).toContain(route);
  },
  PRESSING_MS,
);
