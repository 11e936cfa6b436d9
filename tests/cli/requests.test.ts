/**
 * No command sends a member that the API doesn't know, which would be ignored; the compiler can't see that. Every
 * command is run with every option it has, and its request compared with the document.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Command } from "../../cli/lib/command/command.ts";
import type { OptionDefinition } from "../../cli/lib/command/definition.ts";
import type { ApiDocument, Operation } from "../http/openapi-document.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { COMMANDS } from "./commands.ts";
import { cliCommand, cliEnvironment, newHome } from "./run-cli.ts";

type Asked = { method: string; path: string; query: string[]; body: string[] };

/** Commands of this machine, of the sandbox, or of other routes than the described ones. */
const ELSEWHERE =
  /^(alias|api|help|man|mcp|open|samples|schema|commands|completion|profiles|sandbox|login|logout|whoami|password|webhooks|doctor|upgrade|uninstall|inbox|organizations|top|users accept|templates (lint|preview|push))\b/;

const OTHER_AUDIENCES = ["import", "tag", "all-tags", "without-tag", "contact", "search", "everyone"];

const OTHER_MESSAGES = [
  ...["template", "lang", "param", "header-image", "header-video", "header-document", "button"],
  ...["quick-reply", "image", "caption", "wait"],
  ...["file", "as", "video", "audio", "document", "filename"],
  ...["type", "content", "expires"],
];

/** Options that go with none of the others, or say how something is done here. */
const LEFT_OUT: Record<string, string[]> = {
  send: OTHER_MESSAGES,
  "conversations reply": [...OTHER_MESSAGES, "shortcut"],
  "quick-replies update": ["all-channels", "remove-media"],
  "channels passkey": ["assertion"],
  "broadcasts create": [...OTHER_AUDIENCES, "file"],
  "broadcasts update": OTHER_AUDIENCES,
  "budgets create": ["key", "user", "broadcast"],
  "media upload": ["as"],
  "templates create": ["example"],
  "messages cancel": ["all"],
  listen: ["print-secret"],
  "inbound retry": ["all", "channel"],
  "contacts tag": ["remove"],
  "contacts upsert": ["clear"],
  "contacts update": ["clear"],
  "contacts suppress": ["lift"],
  "users update": ["enable"],
  "logins end": ["others", "user"],
  "channels pair": ["code", "phone", "png", "sextants"],
  "logs tail": ["messages", "message", "to", "channel", "errors", "follow", "number", "last"],
};

/** Arguments that go with none of the options. */
const INSTEAD_OF_OPTIONS = ["messages cancel id", "logins end id"];

/** Values that the commands take, by the name of the option or argument, else by that of its value. */
const VALUES: Record<string, string> = {
  ...{
    number: "14155550123",
    recipient: "14155550123",
    phone: "14155550123",
    whatsapp: "14155550123",
    pin: "314159",
    "wa-id": "1415",
  },
  ...{
    rate: "5",
    concurrency: "5",
    amount: "5",
    limit: "5",
    count: "5",
    text: "Hi",
    address: "https://example.com",
  },
  ...{
    email: "ben@example.com",
    time: "2h",
    duration: "1h",
    "name=value": "a=b",
    "key=value": "a=b",
    code: "DE",
  },
  ...{
    "heading=field": "a=name",
    "field=value": "tags=spring",
    "index=text": "0=a",
    "index=value": "0=a",
    ...{ hours: "9-18", days: "mon-fri", percent: "20", share: "0.5", money: "100EUR" },
    "name[=won|lost]": "new",
    permission: "messages:read",
  },
  ...{
    event: "message.new",
    types: "message.new",
    include: "message",
    statuses: "404",
    methods: "GET",
    contact: "ct_1",
    folder: "templates",
    other: "ct_2",
  },
  ...{
    currency: "EUR",
    csv: "in.csv",
    kind: "deals",
    encoding: "utf-8",
    "access-token": "EAA",
    secret: `whsec_${btoa("a secret of thirty-two characters")}`,
  },
};

let folder: string;
let document: ApiDocument;
let api: ReturnType<typeof Bun.serve>;
let asked: PromiseWithResolvers<Asked>;

beforeAll(async () => {
  const daemon = await startTestDaemon();
  document = (await (await fetch(`${daemon.url}/openapi.json`)).json()) as ApiDocument;
  await daemon.stop();
  folder = newHome();
  await Bun.write(join(folder, "in.json"), "{}");
  await Bun.write(join(folder, "templates/thanks.en_US.json"), "{}");
  await Bun.write(join(folder, "in.csv"), "name,shortcut,body\nAda,hi,Hello\n");
  await Bun.write(join(folder, "in.ndjson"), '{"channel_id":"ch_1","to":"14155550123"}\n');
  api = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: record });
});
afterAll(() => api.stop(true));

/** Records the request, and answers with nothing. */
async function record(request: Request): Promise<Response> {
  const { pathname: path, searchParams } = new URL(request.url);
  const isJson = request.headers.get("content-type") === "application/json";
  const body = isJson ? Object.keys(Object(await request.json())) : [];
  asked.resolve({ method: request.method, path, query: [...searchParams.keys()], body });
  return Response.json({ data: [], meta: { next_cursor: null } });
}

const asking = COMMANDS.filter(({ path }) => !ELSEWHERE.test(path));

test.each(asking.map((command) => [command.path, command] as const))("%s", async (_, command) => {
  const { method, path, query, body } = await requestOf(command);
  const operation = operationOf(method, path);
  const known = operation?.parameters?.filter((one) => one.in === "query").map(({ name }) => name) ?? [];
  expect({ method, path, isThere: operation !== undefined }).toEqual({ method, path, isThere: true });
  expect(query.filter((name) => !known.includes(name))).toEqual([]);
  expect(body.filter((name) => !membersOf(operation).includes(name))).toEqual([]);
});

/** The request that a command makes first, or shows with --dry-run. */
async function requestOf(command: Command): Promise<Asked> {
  asked = Promise.withResolvers();
  const more = command.writes ? ["--dry-run", "--json"] : [];
  const child = Bun.spawn(cliCommand([...wordsOf(command), ...more]), {
    ...{ cwd: folder, stdin: "ignore", stdout: "pipe", stderr: "pipe" },
    env: cliEnvironment(folder, { WAYPOST_URL: `http://127.0.0.1:${api.port}`, WAYPOST_API_KEY: "wp_key" }),
  });
  const printed = Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const first = await Promise.race([printed, asked.promise]);
  child.kill();
  if (!Array.isArray(first)) return first;
  const [stdout, stderr, code] = first;
  if (code !== 0) throw new Error(`${wordsOf(command).join(" ")}: ${stderr}`);
  // a command that makes several shows one after another
  const [shown = ""] = stdout.split(/\n(?=\{)/);
  const { method, path, body } = JSON.parse(shown);
  const { pathname, searchParams } = new URL(path, api.url);
  return { method, path: pathname, query: [...searchParams.keys()], body: Object.keys(body ?? {}) };
}

function wordsOf({ path, ...command }: Command): string[] {
  const left = ["dry-run", "watch", ...(LEFT_OUT[path] ?? [])];
  const options = Object.entries(command.options).filter(([name]) => !left.includes(name));
  return [
    ...path.split(" "),
    ...Object.keys(command.arguments)
      .filter((name) => !INSTEAD_OF_OPTIONS.includes(`${path} ${name}`))
      .map((name) => argumentOf(path, name)),
    ...options.flatMap(([name, option]) => [`--${name}`, ...sampleOf(name, option)]),
  ];
}

function argumentOf(path: string, name: string): string {
  if (path === "messages batch") return "in.ndjson";
  return name === "file" ? "in.csv" : (VALUES[name] ?? "id_1");
}

function sampleOf(name: string, { value, choices }: OptionDefinition): string[] {
  if (value === undefined) return [];
  return [choices?.[0] ?? VALUES[name] ?? (value === "json" ? "in.json" : (VALUES[value] ?? "some"))];
}

/** The operation whose path has the most parts that are the same. */
function operationOf(method: string, path: string): Operation | undefined {
  const parts = path.split("/");
  const fitting = Object.entries(document.paths)
    .map(([template, operations]) => ({
      template: template.split("/"),
      one: operations[method.toLowerCase()],
    }))
    .filter(({ template, one }) => one !== undefined && template.length === parts.length)
    .filter(({ template }) => template.every((part, at) => part.startsWith("{") || part === parts[at]))
    .sort((a, b) => placeholders(a.template) - placeholders(b.template));
  return fitting[0]?.one;
}

function placeholders(template: string[]): number {
  return template.filter((part) => part.startsWith("{")).length;
}

/** The names that a body's schema has, in any of its branches. */
function membersOf(operation: Operation | undefined): string[] {
  const schema = operation?.requestBody?.content?.["application/json"]?.schema;
  return schema === undefined ? [] : namesIn(schema);
}

function namesIn(schema: object): string[] {
  const {
    $ref,
    properties,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema as {
    $ref?: string;
    properties?: object;
    anyOf?: object[];
    oneOf?: object[];
    allOf?: object[];
  };
  const referred = $ref === undefined ? undefined : document.components.schemas[$ref.split("/").at(-1) ?? ""];
  const below = [...anyOf, ...oneOf, ...allOf, ...(referred === undefined ? [] : [referred])];
  return [...Object.keys(properties ?? {}), ...below.flatMap(namesIn)];
}
