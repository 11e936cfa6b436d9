/** What the page says of a number's health: whatever it is made of has words, and nothing else has. */
import { expect, test } from "bun:test";
import { LEVEL_NAMES } from "../../../daemon/channels/health/levels.ts";
import { healthOf } from "../../../daemon/channels/health/score.ts";
import { HEALTH } from "../../../daemon/page/client/view-words.ts";

const { parts } = healthOf({
  ...{ status: "connected", quality_rating: null, age_days: 90, restricted: false, locked_out: true },
  ...{
    disconnects: 0,
    new_chats: null,
    refused: 0,
    sent: 0,
    delivered: 0,
    cold: 0,
    cold_today: 0,
    approached: 0,
    answered: 0,
  },
});
const wordsOf = (name: string) => HEALTH.parts[name]?.(1);

test("each part and each level has its words", () => {
  expect(Object.keys(HEALTH.parts).sort()).toEqual(parts.map(({ name }) => name).sort());
  expect(Object.keys(HEALTH.levels)).toEqual([...LEVEL_NAMES]);
});

test("an access token that is not taken is called so, and nothing else is", () => {
  const named = parts.map(({ name }) => name).filter((name) => /access token/.test(wordsOf(name) ?? ""));
  expect(named).toEqual(["access"]);
  expect(parts.filter(({ lost }) => lost > 0).map(({ name }) => name)).toEqual(named);
});
