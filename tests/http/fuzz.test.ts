import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type OwnDaemon, startTestDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { allowedText, brokenBodies, HOSTILE_TEXTS, withoutObjects } from "./fuzz-values.ts";
import {
  type ApiDocument,
  createComplaints,
  examples,
  isEndless,
  type Operation,
} from "./openapi-document.ts";

setDefaultTimeout(LONG_MS);

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND"];
/** Each place gets every hostile text; each field of a body the value whose turn it is. */
const TURNS = [0, 11];

let waypost: OwnDaemon;
let document: ApiDocument;
let complaintOf: ReturnType<typeof createComplaints>;
beforeAll(async () => {
  waypost = await startTestDaemon({ config: { logLevel: "silent" } });
  document = (await (await fetch(`${waypost.url}/openapi.json`)).json()) as ApiDocument;
  complaintOf = createComplaints(document);
});
afterAll(async () => {
  expect((await fetch(`${waypost.url}/v1/health`)).status).toBe(200);
  await waypost.stop();
});

type BatchItem = { problem?: object };
type Described = { method: string; template: string; operation: Operation };

function described(): Described[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      template,
      operation,
    })),
  );
}

test("hostile ids", async () => {
  const operations = described().filter(({ template }) => template.includes("{"));
  await expectNoComplaints(operations, (one) =>
    // without an id it is the path of the list
    HOSTILE_TEXTS.filter(Boolean).map((text) => ({ path: filled(one, text) })),
  );
});

test("hostile and allowed queries", async () => {
  await expectNoComplaints(described(), (one) =>
    (one.operation.parameters ?? [])
      .filter((parameter) => parameter.in === "query")
      .flatMap(({ name, schema }) =>
        [...HOSTILE_TEXTS, allowedText(schema as Record<string, unknown>)].map((text) => ({
          path: `${filled(one, "none")}?${name}=${encoded(text)}`,
        })),
      ),
  );
});

test("valid and broken bodies", async () => {
  const operations = described().filter(({ method }) => method !== "GET");
  await expectNoComplaints(operations, (one) => {
    const body = exampleOf(one.operation);
    const broken = TURNS.flatMap((turn) => brokenBodies(body, turn));
    const all = [body, undefined, null, [], 1, "x", ...broken];
    return all.map((value) => ({ path: filled(one, waypost.channelId), body: value }));
  });
});

test("only an object is taken where the document says object", async () => {
  const taken: string[] = [];
  for (const one of described()) {
    const [media] = Object.values(one.operation.requestBody?.content ?? {});
    if (media === undefined) continue;
    const bodies = withoutObjects(exampleOf(one.operation)).filter(
      (body) => complaintOf(media.schema, body) !== null,
    );
    for (const body of bodies) {
      const answer = await waypost.call(one.method, filled(one, waypost.channelId), body);
      // each message of a batch is refused on its own
      const isRefused = answer.status >= 400 || answer.body.data?.some?.(({ problem }: BatchItem) => problem);
      if (!isRefused) taken.push(`${one.method} ${one.template} ${answer.status} ${JSON.stringify(body)}`);
    }
  }
  expect(taken).toEqual([]);
});

test("every method on every path", async () => {
  const paths = [...new Set(Object.keys(document.paths))].map((template) =>
    template.replace(/\{\w+\}/g, "x"),
  );
  for (const path of paths) {
    for (const method of METHODS) {
      const answer = await fetch(waypost.url + path, { method, headers: { "x-api-key": "wp_nobody" } });
      expect(`${method} ${path} ${answer.status}`).toMatch(/ (2\d\d|4\d\d)$/);
      await answer.body?.cancel();
    }
  }
});

type Ask = { path: string; body?: unknown };

async function expectNoComplaints(all: Described[], asksOf: (one: Described) => Ask[]): Promise<void> {
  const complaints = new Set<string>();
  for (const one of all) {
    for (const ask of asksOf(one)) {
      const complaint = await complaintAbout(one, ask);
      if (complaint !== null) complaints.add(`${one.method} ${one.template}: ${complaint}`);
    }
  }
  expect([...complaints]).toEqual([]);
}

/** The part of an answer that the document does not allow; null when it is as described. */
async function complaintAbout({ method, operation }: Described, ask: Ask): Promise<string | null> {
  const body = ask.body === undefined ? exampleText(operation) : JSON.stringify(ask.body);
  const answer = await fetch(waypost.url + ask.path, {
    method,
    redirect: "manual",
    headers: {
      "x-api-key": waypost.key,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const where = `${ask.path.slice(0, 120)} ${body?.slice(0, 200) ?? ""}`;
  if (isEndless(operation) && answer.ok) {
    await answer.body?.cancel();
    return null;
  }
  const text = await answer.text();
  if (answer.status >= 500) return `${answer.status} ${where} ${text}`;
  const described = operation.responses[answer.status];
  // a path that an id has changed into another
  if (described === undefined)
    return [404, 405].includes(answer.status) ? null : `undescribed ${answer.status} ${where}`;
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const media = described.content?.[type];
  if (media === undefined || !/[/+]json$/.test(type)) return null;
  const complaint = complaintOf(media.schema, JSON.parse(text));
  return complaint === null ? null : `${answer.status} ${complaint} ${where}`;
}

function filled({ template }: Described, id: string): string {
  return template.replace(/\{\w+\}/g, encoded(id));
}

/** A URL has no half of a surrogate pair, and a line of a request is not endless. */
function encoded(text: string): string {
  return encodeURIComponent(text.slice(0, 4000).toWellFormed());
}

function exampleOf({ requestBody }: Operation): unknown {
  return Object.values(requestBody?.content ?? {}).flatMap(examples)[0];
}

function exampleText(operation: Operation): string | undefined {
  const example = exampleOf(operation);
  return example === undefined ? undefined : JSON.stringify(example);
}
