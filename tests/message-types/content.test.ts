import { describe, expect, test } from "bun:test";
import { Problem } from "../../daemon/http/problem.ts";
import { MESSAGE_TYPES, type MessageTypeName } from "../../daemon/message-types/message-type.ts";
import { messageTypes } from "../../daemon/message-types/registry.ts";
import { canonicalContent, typeOn } from "../../daemon/messages/accept/content.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import type { Platform } from "../../daemon/providers/provider.ts";
import { WHATSAPP_WEB } from "../../daemon/providers/whatsapp-web/platform.ts";
import { having, type Json, type Limit } from "./table.ts";
import { TABLES } from "./tables/tables.ts";

const CASES = [CLOUD_API, WHATSAPP_WEB].flatMap((platform) =>
  messageTypes().map((type) => ({ platform, type })),
);
const supported = CASES.filter(({ platform, type }) => platform.encoders[type.type] !== null);
const unsupported = CASES.filter(({ platform, type }) => platform.encoders[type.type] === null);

/** The content as it would be stored, or what the refusal names as `path: message`. */
function accept(platform: Platform, type: string, content: Json): Json | string[] {
  try {
    return canonicalContent(platform, typeOn(platform, type), content).content;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error).toMatchObject({ status: 422, code: "invalid_content" });
    return (error.extras.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
  }
}

test("every type is defined, those of the specification in its order", () => {
  expect(messageTypes().map(({ type }) => type)).toEqual([...MESSAGE_TYPES]);
});

describe.each(supported)("$type.type on $platform.name", ({ platform, type: { type, examples } }) => {
  const table = TABLES[type];
  const refusal = (content: Json) => {
    const outcome = accept(platform, type, content);
    return Array.isArray(outcome) ? outcome.join("\n") : "taken";
  };
  const { taken = {}, aliases = [], refused = [], requiredOnOfficial = [] } = table;

  test("takes its examples", () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples as Json[]) expect(accept(platform, type, example)).toEqual(example);
  });

  test.each(Object.entries({ ...taken, "a full content": table.content }))("takes %s", (_, content) => {
    expect(accept(platform, type, content)).toEqual(content);
  });

  test.each(table.required)("requires %s", (path) => {
    expect(refusal(having(table.content, path, undefined))).toContain(`/content${path}: required`);
  });

  test.each([...requiredOnOfficial])("requires %s of official numbers alone", (path) => {
    const answer = refusal(having(table.content, path, undefined));
    const official = `/content${path}: required on whatsapp_official`;
    expect(answer).toBe(platform === CLOUD_API ? official : "taken");
  });

  test.each([...table.limits])("takes $at from $least to $most", (limit) => {
    for (const size of edges(limit)) {
      expect(refusal(having(table.content, limit.at, limit.make(size)))).toBe("taken");
    }
  });

  test.each([...table.limits])("refuses $at beyond $least and $most", (limit) => {
    for (const { size, says } of beyond(limit)) {
      const answer = refusal(having(table.content, limit.at, limit.make(size)));
      expect(answer).toMatch(new RegExp(`^/content${limit.at}: .*${says}`));
    }
  });

  test.each(aliases.map(([given, canonical]) => ({ given, canonical, name: nameOf(given) })))(
    "understands $name",
    ({ given, canonical }) => {
      expect(accept(platform, type, given)).toEqual(canonical);
    },
  );

  test.each(refused.filter(({ on = platform.name }) => on === platform.name))(
    "is refused because $because",
    ({ content, at, says }) => {
      const line = refusal(content)
        .split("\n")
        .find((line) => line.startsWith(`/content${at}: `));
      expect(line).toContain(says);
    },
  );

  test("takes no unknown field anywhere", () => {
    for (const path of objectsOf(table.content)) {
      const answer = refusal(having(table.content, `${path}/stranger`, 1));
      expect(answer).toBe(`/content${path}/stranger: unknown field`);
    }
  });
});

test.each(unsupported)("$type.type is not supported on $platform.name", ({ platform, type: { type } }) => {
  const expected = { status: 422, code: "unsupported_on_platform" };
  expect(() => typeOn(platform, type)).toThrow(expect.objectContaining(expected));
});

test("a type that there is not is refused with those there are", () => {
  const attempt = () => typeOn(CLOUD_API, "fax" satisfies Exclude<string, MessageTypeName>);
  expect(attempt).toThrow(expect.objectContaining({ code: "invalid_request" }));
  expect(attempt).toThrow('/type: there is no message type "fax"');
});

function edges({ least, most }: Limit): number[] {
  return [least, most].filter((size) => size !== undefined);
}

function nameOf(content: Json): string {
  return JSON.stringify(content).slice(0, 60);
}

/** Sizes just beyond the edges, and how the refusal names the limit. */
function beyond({ least, most }: Limit): { size: number; says: string }[] {
  return [
    ...(most === undefined ? [] : [{ size: most + 1, says: `at most ${most}\\b` }]),
    ...(least === undefined
      ? []
      : [{ size: least - 1, says: least === 1 ? "must not be empty" : `at least ${least}\\b` }]),
  ];
}

/** The paths of all objects in a content. */
function objectsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, part]) => objectsOf(part, `${path}/${name}`));
  return Array.isArray(value) ? inner : [path, ...inner];
}
