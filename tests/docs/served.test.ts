/** The documentation as it is served behind a proxy that strips a prefix: complete, and without a dead end. */
import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { ownDaemon } from "../support/own-daemon.ts";
import { startPrefixProxy } from "../support/prefix-proxy.ts";

// every page and each of its links is asked for from one address
const daemon = ownDaemon({ config: { addressRequestsPerSecond: 10_000 } });
const proxy = startPrefixProxy("/waypost", () => daemon.url);
afterAll(() => proxy.stop());

type Document = {
  paths: Record<string, Record<string, { operationId: string; requestBody?: object }>>;
  components: { schemas: Record<string, object> };
  webhooks: Record<string, Record<string, { operationId: string }>>;
};

test("every operation and every event has its section", async () => {
  const { paths, webhooks } = JSON.parse(await read("/openapi.json")) as Document;
  const operations = [paths, webhooks].flatMap((those) => Object.values(those).flatMap(Object.values));
  const sections = (await readPages()).flatMap(({ text }) => [
    ...text.matchAll(/<section class="operation" id="([^"]+)"/g),
  ]);
  const shown = new Set(sections.map(([, id]) => id));
  expect(operations.map(({ operationId }) => operationId).filter((id) => !shown.has(id))).toEqual([]);
});

test("every guide is served", async () => {
  const guides = readdirSync("docs").filter((name) => name.endsWith(".md"));
  const served = new Set((await readPages()).map(({ path }) => path));
  expect(guides.filter((name) => !served.has(`/docs/guides/${name.replace(".md", "")}`))).toEqual([]);
});

test("machines find every guide as Markdown, whose links lead somewhere", async () => {
  const listed = await read("/llms.txt");
  const guides = [...listed.matchAll(/\]\((docs\/guides\/[^)]+\.md)\)/g)].map(([, path]) => `/${path}`);
  const own = readdirSync("docs").filter((name) => name.endsWith(".md"));
  expect(own.filter((name) => !guides.includes(`/docs/guides/${name}`))).toEqual([]);
  const dead: string[] = [];
  for (const path of guides) {
    const text = await read(path);
    for (const [, address = ""] of text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)) {
      if (/^[a-z]+:/.test(address)) continue;
      const target = new URL(address, `${proxy.url}${path}`);
      if (!(await fetch(target)).ok) dead.push(`${path}: ${address}`);
    }
  }
  expect(dead).toEqual([]);
});

test("every link and picture leads somewhere", async () => {
  const pages = await readPages();
  const dead = await Promise.all(pages.map(deadEnds));
  expect(dead.flat()).toEqual([]);
});

test("links that the search offers are there", async () => {
  const page = await read("/docs");
  const assets = /href="\.(\/docs\/assets\/[^/]+)\//.exec(page)?.[1];
  const entries = JSON.parse(await read(`${assets}/search.json`)) as { id: string }[];
  const dead = await Promise.all(entries.map(({ id }) => deadEnd(id)));
  expect(entries.length).toBeGreaterThan(200);
  expect(dead.filter(Boolean)).toEqual([]);
});

test.each(["/docs/", "/docs/api/channels", "/device"])(
  "the links of %s stay below the prefix",
  async (path) => {
    expect(await deadEnds({ path, text: await read(path) })).toEqual([]);
  },
);

test.each(["/openapi.json", "/openapi.json?route=POST%20/v1/messages"])(
  "%s is compressed for those who take it so, and the same for others",
  async (path) => {
    const get = (encoding: string) =>
      fetch(daemon.url + path, { headers: { "accept-encoding": encoding }, decompress: false });
    const whole = await (await get("identity")).text();
    for (const [encoding, expected] of [
      ["br, gzip", "gzip"],
      ["gzip;q=0", null],
      ["gzip; q=0.5", "gzip"],
    ] as const) {
      const answer = await get(encoding);
      expect([encoding, answer.headers.get("content-encoding")]).toEqual([encoding, expected]);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(Buffer.from(expected === null ? bytes : Bun.gunzipSync(bytes)).toString() === whole).toBe(true);
    }
  },
);

test("the OpenAPI document names the server's prefix", async () => {
  const path = "/openapi.json";
  const { servers } = JSON.parse(await read(path)) as { servers: { url: string }[] };
  expect(servers.map(({ url }) => new URL(url, `${proxy.url}${path}`).href)).toEqual([`${proxy.url}/`]);
});

test.each([
  ["curl", ["sh", "-c"]],
  ["node", [process.execPath, "-e"]],
])("a %s sample runs as it stands", async (language, program) => {
  const page = await read("/docs/api/channels");
  const section = page.slice(page.indexOf('id="listChannels"'));
  const sample = new RegExp(`data-sample="${language}"><code>([^<]+)<`).exec(section)?.[1] ?? "";
  const env = { ...process.env, WAYPOST_URL: daemon.url, WAYPOST_API_KEY: daemon.key };
  const run = Bun.spawn([...program, unescaped(sample)], { env, stdout: "pipe", stderr: "ignore" });
  expect(await new Response(run.stdout).text()).toContain(daemon.channelId);
});

test("a page may load from the daemon alone and may not be framed", async () => {
  const response = await fetch(`${daemon.url}/docs`);
  const policy = response.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
});

test.each([
  "/docs/api/nothing",
  "/docs/guides/nothing",
  "/docs/guides/constructor",
  "/docs/guides/../../package.json",
])("%s is not there", async (path) => {
  expect((await fetch(`${daemon.url}${path}`)).status).toBe(404);
});

/** Every page that another page's navigation names. */
async function readPages(): Promise<{ path: string; text: string }[]> {
  const home = await read("/docs");
  const paths = new Set(
    [...home.matchAll(/href="\.(\/docs\/(?:api|guides)\/[^"#]+)"/g)].map(([, path]) => path ?? ""),
  );
  return Promise.all([...paths].map(async (path) => ({ path, text: await read(path) })));
}

async function deadEnds({ path, text }: { path: string; text: string }): Promise<string[]> {
  const addresses = [...text.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, address]) =>
    unescaped(address ?? ""),
  );
  const inside = new Set(addresses.filter((address) => !/^[a-z]+:/i.test(address)));
  const targets = [...inside].map((address) => resolved(path, address));
  const found = await Promise.all(targets.map(deadEnd));
  return found.filter((one) => one !== null).map((dead) => `${path} leads to ${dead}`);
}

/** The path below the prefix that an address on a page leads to; the address itself when it leaves the prefix. */
function resolved(path: string, address: string): string {
  const target = new URL(address, `${proxy.url}${path}`).href;
  return target.startsWith(`${proxy.url}/`)
    ? target.slice(proxy.url.length)
    : `${address}, which leaves the prefix`;
}

/** The address, when there is no such page or it has no such section. */
async function deadEnd(address: string): Promise<string | null> {
  const [path = "", section] = address.split("#");
  const text = await read(path).catch(() => null);
  if (text === null) return address;
  return section === undefined || text.includes(`id="${section}"`) ? null : address;
}

const texts = new Map<string, Promise<string>>();

function read(path: string): Promise<string> {
  const text = texts.get(path) ?? fetchText(path);
  texts.set(path, text);
  return text;
}

async function fetchText(path: string): Promise<string> {
  const response = await fetch(`${proxy.url}${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

function unescaped(text: string): string {
  return text.replace(
    /&(quot|amp|lt|gt|#x27);/g,
    (_, name: string) => ({ quot: '"', amp: "&", lt: "<", gt: ">" })[name] ?? "'",
  );
}

test("one route's body is served by itself, with every schema that it leads to and no other route", async () => {
  const whole = JSON.parse(await read("/openapi.json")) as Document;
  for (const [path, operations] of Object.entries(whole.paths))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const route = encodeURIComponent(`${method.toUpperCase()} ${path}`);
      const answer = await fetch(`${daemon.url}/openapi.json?route=${route}`);
      expect([route, answer.status]).toEqual([route, requestBody === undefined ? 404 : 200]);
      if (requestBody === undefined) continue;
      const part = JSON.parse(await answer.text()) as Document;
      expect<object>(part.paths).toEqual({ [path]: { [method]: { requestBody } } });
      const named = new Set(JSON.stringify(part).match(/(?<="\$ref":"#\/components\/schemas\/)[^"]+/g));
      expect(Object.keys(part.components.schemas).toSorted()).toEqual([...named].toSorted());
      for (const name of named) expect(part.components.schemas[name]).toEqual(whole.components.schemas[name]);
    }
});

test.each([
  "POST /v1/nothing",
  // each of these would be kept beside the route itself, by whoever asks for it
  ...["post /v1/messages", "POST /v1/messages 1", " POST /v1/messages", "POST  /v1/messages"],
])("no part is found, or kept, of what is no route: %j", async (route) => {
  const answer = await fetch(`${daemon.url}/openapi.json?route=${encodeURIComponent(route)}`);
  expect(answer.status).toBe(404);
});
