/** That each reason why a channel is as it is has a sentence in every language, which is found by the API's own. */
import { expect, test } from "bun:test";
import {
  filled,
  STATUS_REASONS,
  type StatusReason,
  statusReason,
} from "../../../daemon/lib/status-reasons.ts";
import { translated } from "../../../daemon/page/languages/reasons.ts";
import { LANGUAGE_NAMES, textsIn } from "../../../daemon/page/languages/texts.ts";
import { planOf } from "../../../daemon/providers/whatsapp-web/connection/closing/close-codes.ts";
import { WORDS } from "../../../db/functions/words.ts";

const NAMES = Object.keys(STATUS_REASONS) as StatusReason[];
const FACTS = ["+14155550100", "2.3000", "BANNED", "1"];

test.each(LANGUAGE_NAMES.map(({ code }) => code))(
  "in %s, each is found, with its facts",
  async (language) => {
    const { REASONS } = await textsIn(language);
    for (const name of NAMES) {
      const facts = FACTS.slice(0, STATUS_REASONS[name].split("%s").length - 1);
      const said = translated(statusReason(name, ...facts), REASONS);
      expect([name, said]).toEqual([name, filled(REASONS[name], facts)]);
      expect([name, said.includes("%s")]).toEqual([name, false]);
      expect(facts.filter((fact) => !said.includes(fact))).toEqual([]);
    }
  },
);

test("what stands within another is said in the same language", async () => {
  const { REASONS } = await textsIn("de");
  const ban = planOf({ code: 402, words: "", until: new Date("2026-11-29T10:00:00Z") }).reason;
  expect(translated(ban, REASONS)).toBe(`${REASONS.banned} bis 2026-11-29T10:00:00.000Z (402)`);
  expect(translated(`${REASONS.reconnecting}`, REASONS)).toBe(REASONS.reconnecting);
  const late = statusReason("scan_too_late", statusReason("closed_with", STATUS_REASONS.no_more_codes, 408));
  expect(translated(late, REASONS)).toContain(`: ${REASONS.no_more_codes} (408);`);
});

test("what the database writes is one of them", () => {
  expect(Object.values<string>(STATUS_REASONS)).toContain(WORDS.waiting_for_gateway);
});

test("what Meta says stays as it is", async () => {
  expect(translated("channel_auth_failed: Session has expired", (await textsIn("ar")).REASONS)).toBe(
    "channel_auth_failed: Session has expired",
  );
});
