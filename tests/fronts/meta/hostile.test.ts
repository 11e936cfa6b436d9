/** Whatever stands in a message, it is sent or refused as Meta refuses it, and never a failure of ours. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { isObject } from "../../../daemon/lib/objects.ts";
import { MESSAGES } from "./messages.ts";
import { ADA, type MetaSite, startMetaSite } from "./site.ts";

let site: MetaSite;
beforeAll(async () => {
  site = await startMetaSite();
}, 60_000);
afterAll(() => site?.chat.stop());

const WRONG: readonly unknown[] = [
  ...[null, 7, "\u0000", [null]],
  // it becomes no text
  { toString: null, valueOf: [] },
];

type Path = readonly (string | number)[];

/** Where values stand in a body, at any depth. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const inner = Array.isArray(value) || isObject(value) ? Object.entries(value) : [];
  return [
    ...(path.length === 0 ? [] : [path]),
    ...inner.flatMap(([name, one]) => pathsOf(one, [...path, name])),
  ];
}

/** A body with another value at a path. */
function changed(body: unknown, [name, ...rest]: Path, wrong: unknown): unknown {
  if (name === undefined) return wrong;
  const copy = structuredClone(body) as Record<string, unknown>;
  copy[name] = changed(copy[name], rest, wrong);
  return copy;
}

const reaction = { message_id: "wamid.unknown", emoji: "👍" };
const template = {
  ...{ name: "hello_world", language: { code: "en_US" } },
  components: [
    {
      type: "header",
      parameters: [{ type: "image", image: { id: "1", link: "https://example.com/a.png" } }],
    },
  ],
};
const BODIES: Record<string, object> = {
  ...Object.fromEntries(Object.entries(MESSAGES).map(([name, [body]]) => [name, body])),
  reaction: { type: "reaction", reaction },
  template: { type: "template", template },
  "a file by its id": { type: "image", image: { id: "1" } },
  "a read mark": { status: "read", message_id: "wamid.unknown", typing_indicator: { type: "text" } },
};
const ENVELOPE = {
  ...{ messaging_product: "whatsapp", recipient_type: "individual", to: ADA },
  ...{ context: { message_id: "wamid.unknown" }, biz_opaque_callback_data: "order 7" },
};

/** What of an answer is neither sent nor refused for what was in the message. */
async function failureOf(body: unknown): Promise<unknown> {
  const answer = await site.call("POST", `${site.official.phone_number_id}/messages`, body);
  if (answer.status === 200) return undefined;
  const { code } = answer.body.error;
  return answer.status === 400 && (code === 100 || code > 131_000) ? undefined : answer.body;
}

test.each(Object.entries(BODIES))(
  "%s with a wrong value at any place",
  async (name, message) => {
    const body = { ...ENVELOPE, ...message };
    const places = pathsOf(name === "text" ? body : message);
    const failed: unknown[] = [];
    for (const place of places)
      for (const wrong of WRONG) {
        const failure = await failureOf(changed(body, place, wrong));
        if (failure !== undefined) failed.push([place, wrong, failure]);
      }
    expect(failed.slice(0, 5)).toEqual([]);
  },
  60_000,
);
