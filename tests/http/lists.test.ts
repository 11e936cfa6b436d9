import { beforeAll, expect, test } from "bun:test";
import { makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import type { ApiDocument } from "./openapi-document.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  for (let index = 0; index < 5; index++) await makeKey(waypost, ["messages:read"]);
});

test("a list is walked page by page, newest first, each row once", async () => {
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const path: string = `/v1/api-keys?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const { status, body } = await waypost.call("GET", path);
    expect(status).toBe(200);
    expect(body.data.length).toBeLessThanOrEqual(2);
    seen.push(...body.data.map((key: { id: string }) => key.id));
    cursor = body.meta.next_cursor;
  }
  expect(seen).toHaveLength(6);
  expect(seen).toEqual([...new Set(seen)].sort().reverse());
});

test.each(["0", "101", "1.5", "many"])("a limit of %s is refused by name", async (limit) => {
  const { status, body } = await waypost.call("GET", `/v1/api-keys?limit=${limit}`);
  expect(status).toBe(422);
  expect(body.errors[0].path).toBe("/limit");
});

/** Of users, who have a test of their own: tests/auth/logins. */
const NOT_OF_KEYS = ["/v1/auth/logins"];

/** What some lists are not read without. */
const NEEDED: Record<string, string> = {
  "/v1/crm/records": "kind=company&",
  "/v1/messages/search": "q=order&",
};

test("a cursor of one list is refused by every other", async () => {
  const document = (await (await fetch(`${waypost.url}/openapi.json`)).json()) as ApiDocument;
  const lists = Object.entries(document.paths)
    .flatMap(([path, { get }]) =>
      get?.parameters?.some(({ name }) => name === "cursor") && !path.includes("{") ? [path] : [],
    )
    .filter((path) => !NOT_OF_KEYS.includes(path));
  expect(lists.length).toBeGreaterThan(10);
  const { meta } = (await waypost.call("GET", "/v1/api-keys?limit=1")).body;
  const taking: string[] = [];
  for (const path of lists) {
    const needed = NEEDED[path] ?? "";
    const { status, body } = await waypost.call("GET", `${path}?${needed}cursor=${meta.next_cursor}`);
    if (status !== 422 || body.code !== "invalid_cursor") taking.push(path);
  }
  expect(taking).toEqual(["/v1/api-keys"]);
});

test("a cursor does not show what it holds", async () => {
  const { body } = await waypost.call("GET", "/v1/api-keys?limit=1");
  const held = Buffer.from(body.meta.next_cursor, "base64url").toString("latin1");
  expect(held).not.toContain(body.data[0].id.slice(4, 12));
});

test("a forged cursor is refused", async () => {
  const { status, body } = await waypost.call("GET", "/v1/messages?cursor=Zm9yZ2VkLWN1cnNvci1vZi1ub2JvZHk");
  expect(status).toBe(422);
  expect(body.code).toBe("invalid_cursor");
});
