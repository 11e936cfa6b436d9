/** Every control of every view, pressed by a viewer and an agent: none leads to what a role may not do. All: tests/scripts. */
import { expect, test } from "bun:test";
import { NO_CHROMIUM } from "../support/browser.ts";
import { PRESSING_MS, pressedAs } from "./controls/pressed.ts";
import { pageStage } from "./stage.ts";

const stage = pageStage();

test.skipIf(NO_CHROMIUM).each([
  // what is shown to everybody by mistake is refused to them
  ["viewer", ["POST /v1/auth/password", "GET /v1/contacts/{id}"]],
  ["agent", ["PATCH /v1/contacts/{id}", "DELETE /v1/contacts/{id}", "POST /v1/messages/{id}/cancel"]],
] as const)(
  "what a role finds, it may do: %s",
  async (role, reached) => {
    const { asked, refused, unknown } = await pressedAs(stage, role);
    expect({ refused, unknown: [...unknown] }).toEqual({ refused: [], unknown: [] });
    // what it may change, it has pressed
    for (const route of reached) expect([...asked]).toContain(route);
  },
  PRESSING_MS,
);
