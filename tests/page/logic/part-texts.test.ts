/** That the parts of messages which people write by hand are named in the page's languages. */
import { expect, test } from "bun:test";
import { messageTypes } from "../../../daemon/message-types/registry.ts";
import { SendBody } from "../../../daemon/messages/accept/send-body.ts";
import { USUAL } from "../../../daemon/page/client/views/broadcasts/form/draft.ts";
import { PARTS } from "../../../daemon/page/languages/en.ts";

/** The page asks for the file itself. */
const ASKED_OTHERWISE = ["media_id", "media_type"];
const BY_HAND = ["text", "image", "video", "audio", "document", "location", "poll", "list"];

type Shape = { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] };

/** The names of all members that a schema has, wherever they stand. */
function membersOf({ properties = {}, items, anyOf = [] }: Shape): string[] {
  const inside = [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])];
  return [...Object.keys(properties), ...inside.flatMap(membersOf)];
}

test("every part of a message that people write by hand has a name", () => {
  const written = messageTypes().filter(({ type }) => BY_HAND.includes(type));
  expect(written.length).toBe(BY_HAND.length);
  const parts = new Set(
    written
      .flatMap(({ schema }) => Object.keys((schema as Shape).properties ?? {}))
      .filter((name) => !ASKED_OTHERWISE.includes(name)),
  );
  expect([...parts].filter((name) => !Object.hasOwn(PARTS, name))).toEqual([]);
});

test("nothing is named that neither a message nor the plan of one or of a broadcast has", () => {
  const parts = messageTypes().flatMap(({ schema }) => membersOf(schema as Shape));
  const plan = [...Object.keys(SendBody.properties), ...Object.keys(USUAL)];
  expect(Object.keys(PARTS).filter((name) => ![...parts, ...plan].includes(name))).toEqual([]);
});
