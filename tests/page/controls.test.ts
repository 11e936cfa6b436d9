/** Every control of every view, pressed by an agent: none leads to what the role may not do. All roles: tests/scripts. */
import { expect, test } from "bun:test";
import { NO_CHROMIUM } from "../support/browser.ts";
import { PRESSING_MS, pressedAs } from "./controls/pressed.ts";
import { pageStage } from "./stage.ts";

const stage = pageStage();
const REACHED = ["PATCH /v1/contacts/{id}", "DELETE /v1/contacts/{id}", "POST /v1/messages/{id}/cancel"];

test.skipIf(NO_CHROMIUM)(
  "what an agent finds, it may do",
  async () => {
    const { asked, refused, unknown } = await pressedAs(stage, "agent");
    // what is shown to everybody by mistake is refused to them
    expect({ refused, unknown: [...unknown] }).toEqual({ refused: [], unknown: [] });
    // what it may change, it has pressed
    for (const route of REACHED) expect([...asked]).toContain(route);
  },
  PRESSING_MS,
);
