/**
 * No command sends a member that the API doesn't know, which would be ignored; the compiler can't see that. Every
 * command is run with every option it has, and its request compared with the document, the choices of options too.
 */
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { Command } from "../../cli/lib/command/command.ts";
import type { OptionDefinition } from "../../cli/lib/command/definition.ts";
import type { ApiDocument } from "../http/openapi-document.ts";
import { startTestDaemon } from "../support/daemon.ts";
import { LONG_MS } from "../support/long.ts";
import { COMMANDS } from "./commands.ts";
import { membersOf, operationOf, valuesOf } from "./operations.ts";
import { cliCommand, cliEnvironment, newHome } from "./run-cli.ts";
import { type Ended, runMany } from "./run-many.ts";

type Asked = { method: string; path: string; query: string[]; body: string[] };

/** Commands of this machine, of the sandbox, or of other routes than the described ones. */
const ELSEWHERE =
  /^(alias|api|help|man|mcp|open|samples|schema|commands|completion|profiles|sandbox|login|logout|whoami|password|webhooks|doctor|upgrade|uninstall|inbox|organizations|top|users accept|audit verify|channels import-session|move-in \S+|templates (lint|preview|push))\b/;

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
  "channels profile set": ["remove-picture"],
  "channels status post": ["image", "video", "caption", "contact"],
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
  out: "-",
  position: "7",
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

/** They write to the file that they are given. */
const WRITING = ["contacts archive", "contacts export", "contacts picture", "media download"];
/** They ask until they are interrupted. */
const ENDLESS = ["events tail", "logs tail", "listen"];
const asking = COMMANDS.filter(({ path }) => !ELSEWHERE.test(path));
const NOTHING = { data: [], meta: { next_cursor: null } };

let folder: string;
let document: ApiDocument;
/** What each command asks first, or shows with --dry-run. */
const asked = new Map<string, Asked>();

beforeAll(async () => {
  const daemon = await startTestDaemon();
  document = (await (await fetch(`${daemon.url}/openapi.json`)).json()) as ApiDocument;
  await daemon.stop();
  folder = newHome();
  await Bun.write(join(folder, "in.json"), "{}");
  await Bun.write(join(folder, "templates/thanks.en_US.json"), "{}");
  await Bun.write(join(folder, "in.csv"), "name,shortcut,body\nAda,hi,Hello\n");
  await Bun.write(join(folder, "in.ndjson"), '{"channel_id":"ch_1","to":"14155550123"}\n');
  const ending = asking.filter(({ path }) => !ENDLESS.includes(path));
  const runs = await runMany(NOTHING);
  const ended = await runs.run(ending.map(lineOf), []);
  runs.stop();
  for (const [at, command] of ending.entries()) asked.set(command.path, firstOf(command, ended[at]));
  for (const command of asking)
    if (ENDLESS.includes(command.path)) asked.set(command.path, await interrupted(command));
}, LONG_MS);

test.each(asking.map((command) => [command.path, command] as const))("%s", (_, command) => {
  const { method, path, query, body } = asked.get(command.path) as Asked;
  const operation = operationOf(document, method, path);
  const known = operation?.parameters?.filter((one) => one.in === "query").map(({ name }) => name) ?? [];
  expect({ method, path, isThere: operation !== undefined }).toEqual({ method, path, isThere: true });
  expect(query.filter((name) => !known.includes(name))).toEqual([]);
  expect(body.filter((name) => !membersOf(document, operation).includes(name))).toEqual([]);
  for (const [name, { choices = [] }] of Object.entries(command.options)) {
    const values = valuesOf(operation, name.replaceAll("-", "_")) ?? choices;
    const missing = values.filter((value) => !choices.includes(value));
    // `all` leaves a filter out
    const unknown = choices.filter((choice) => choice !== "all" && !values.includes(choice));
    if (choices.length > 0) expect({ name, missing, unknown }).toEqual({ name, missing: [], unknown: [] });
  }
});

const lineOf = (command: Command) =>
  ["waypost", ...wordsOf(command)].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");

function firstOf({ path }: Command, ended: Ended | undefined): Asked {
  const [first] = ended?.sent ?? [];
  if (first !== undefined) {
    const [, method = "", address = "", text = ""] = /^(\S+) (\S+) ([\s\S]*)$/.exec(first) ?? [];
    return askedBy(method, address, text.startsWith("{") ? JSON.parse(text) : {});
  }
  if (ended?.code !== 0) throw new Error(`${path}: ${ended?.stderr}`);
  // a command that makes several shows one after another
  const [shown = ""] = ended.stdout.split(/\n(?=\{)/);
  const { method, path: address, body } = JSON.parse(shown);
  return askedBy(method, address, body ?? {});
}

function askedBy(method: string, address: string, body: object): Asked {
  const { pathname, searchParams } = new URL(address, "http://127.0.0.1");
  return { method, path: pathname, query: [...searchParams.keys()], body: Object.keys(body) };
}

async function interrupted(command: Command): Promise<Asked> {
  const { promise, resolve } = Promise.withResolvers<Asked>();
  const api = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch({ method, url }) {
      resolve(askedBy(method, url, {}));
      return Response.json(NOTHING);
    },
  });
  const child = Bun.spawn(cliCommand(wordsOf(command)), {
    ...{ cwd: folder, stdin: "ignore", stdout: "ignore", stderr: "ignore" },
    env: cliEnvironment(folder, { WAYPOST_URL: api.url.origin, WAYPOST_API_KEY: "wp_key" }),
  });
  const first = await promise;
  child.kill();
  await child.exited;
  await api.stop(true);
  return first;
}

function wordsOf({ path, ...command }: Command): string[] {
  const left = ["dry-run", "watch", ...(LEFT_OUT[path] ?? [])];
  const shown = command.writes ? ["--dry-run", "--json"] : [];
  const options = Object.entries(command.options).filter(([name]) => !left.includes(name));
  return [
    ...path.split(" "),
    ...Object.keys(command.arguments)
      .filter((name) => !INSTEAD_OF_OPTIONS.includes(`${path} ${name}`))
      .map((name) => argumentOf(path, name)),
    ...options.flatMap(([name, option]) => [`--${name}`, ...sampleOf(name, option)]),
    ...shown,
  ];
}

function argumentOf(path: string, name: string): string {
  if (path === "messages batch") return join(folder, "in.ndjson");
  if (WRITING.includes(path)) return name === "file" ? join(folder, "out") : "id_1";
  return name === "file" ? join(folder, "in.csv") : placed(VALUES[name] ?? "id_1");
}

function sampleOf(name: string, { value, choices }: OptionDefinition): string[] {
  if (value === undefined) return [];
  return [choices?.[0] ?? placed(VALUES[name] ?? (value === "json" ? "in.json" : (VALUES[value] ?? "some")))];
}

/** Files are named from wherever the command runs. */
const placed = (value: string) => (/^(in\.\w+|templates)$/.test(value) ? join(folder, value) : value);
