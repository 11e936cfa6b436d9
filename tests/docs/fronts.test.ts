/** The guides for those who come from another gateway: each call is in their table, and their steps can be walked. */
import { beforeAll, expect, test } from "bun:test";
import { ROUTES as EVOLUTION } from "../../daemon/fronts/evolution/routes.ts";
import type { Route } from "../../daemon/fronts/shared/routes.ts";
import { ROUTES as WAHA } from "../../daemon/fronts/waha/routes.ts";
import { makeKey, type TestDaemon } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const daemon: TestDaemon = sharedDaemon();
const GUIDES: [name: string, routes: readonly Route[]][] = [
  ["from-evolution", EVOLUTION],
  ["from-waha", WAHA],
];

const guideOf = (name: string) => Bun.file(`docs/${name}.md`).text();
const shown = (path: string) => path.replace(/:(\w+)/g, "{$1}");
const pathOf = ({ method, path }: Route) => `\`${method} ${shown(path)}\``;

/** The calls that are the same by method, those that differ, then those that are not answered, by what does the same. */
function tableOf(routes: readonly Route[]): string {
  const here = routes.flatMap((route) => ("answer" in route ? [route] : []));
  const same = Map.groupBy(
    here.filter(({ differs }) => differs === undefined),
    ({ method }) => method,
  );
  const not = Map.groupBy(
    routes.flatMap((route) => ("instead" in route ? [route] : [])),
    ({ instead }) => instead,
  );
  return [
    ...["These are as they are there:", ""],
    ...[...same].map(
      ([method, all]) => `- ${method} ${all.map(({ path }) => `\`${shown(path)}\``).join(", ")}`,
    ),
    ...["", "| call | what differs |", "| --- | --- |"],
    ...here.flatMap((route) =>
      route.differs === undefined ? [] : [`| ${pathOf(route)} | ${route.differs} |`],
    ),
    ...["", "These answer `501`, and say what does the same:", "", "| call | instead |", "| --- | --- |"],
    ...[...not].map(
      ([words, all]) =>
        `| ${[...new Set(all.map((route) => nameOf(route, routes)))].join(", ")} | ${words} |`,
    ),
  ].join("\n");
}

/** One name for all that begins alike, where nothing of it is answered in another way. */
function nameOf(route: Route & { instead: string }, routes: readonly Route[]): string {
  const [, start] = route.path.split("/");
  const alike = routes.filter(({ path }) => path.split("/")[1] === start);
  const whole = alike.length > 1 && alike.every((one) => "instead" in one && one.instead === route.instead);
  return whole ? `\`/${start}/…\`` : pathOf(route);
}

test.each(GUIDES)("%s lists each call as the code has it", async (name, routes) => {
  const [, table = ""] =
    /<!-- calls -->\n\n([\s\S]*)\n\n<!-- end of calls -->/.exec(await guideOf(name)) ?? [];
  expect(table).toBe(tableOf(routes));
});

let key: string;
beforeAll(async () => {
  key = await makeKey(daemon, ["messages:send", "messages:read"]);
  await daemon.call("PATCH", `/v1/channels/${daemon.channelId}`, { name: "sales" });
});

test.each(GUIDES)("%s: its request sends a message with the key of its steps", async (name) => {
  const text = await guideOf(name);
  const [, path = ""] = /curl "\$WAYPOST_URL([^"]+)"/.exec(text) ?? [];
  const [, body = ""] = / -d '([^']+)'/.exec(text) ?? [];
  const [, header = ""] = /-H "([\w-]+): \$WAYPOST_API_KEY"/.exec(text) ?? [];
  const headers = { [header]: key, "content-type": "application/json" };
  const { status } = await fetch(daemon.url + path, { method: "POST", headers, body });
  expect(status).toBe(201);
});
