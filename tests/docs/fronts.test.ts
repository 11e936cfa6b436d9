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
const pathOf = ({ method, path }: Route) => `\`${method} ${path.replace(/:(\w+)/g, "{$1}")}\``;

/** The calls that are answered, one a line, then those that are not, by what does the same. */
function tableOf(routes: readonly Route[]): string {
  const here = routes.flatMap((route) =>
    "answer" in route ? [`| ${pathOf(route)} | ${route.differs ?? ""} |`] : [],
  );
  const instead = Map.groupBy(
    routes.flatMap((route) => ("instead" in route ? [{ path: pathOf(route), instead: route.instead }] : [])),
    (route) => route.instead,
  );
  const not = [...instead].map(([words, all]) => `| ${all.map(({ path }) => path).join(", ")} | ${words} |`);
  return [
    ...["| call | what differs |", "| --- | --- |", ...here, ""],
    ...["These answer `501`, and say what does the same:", "", "| call | instead |", "| --- | --- |", ...not],
  ].join("\n");
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
