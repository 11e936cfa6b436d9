/** The paths of Evolution's API: each is answered, or refused with the call that does the same here. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { ROUTES } from "../../../daemon/fronts/evolution/routes.ts";
import { type Site, startSite } from "../site.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite("/compat/evolution", "apikey");
});
afterAll(() => site.stop());

/** The paths that the most used client asks for; not part of the project. */
const LIST = "../shared/reference/plug-in-paths-evolution.txt";

const shapeOf = (path: string) => path.replace(/[?$].*$/, "").replace(/\/(:\w+|\$\{\w+\})/g, "/*");
const asShape = (line: string) => shapeOf(line.replace(/\$\{(?!instanceName \?)\w+\}/g, ":x"));

test.skipIf(!existsSync(LIST))(
  "the most used client's paths are all here, and at least 45 do what they say",
  () => {
    const wanted = readFileSync(LIST, "utf8").trim().split("\n").map(asShape);
    const known = new Map(ROUTES.map((route) => [shapeOf(route.path), "answer" in route]));
    expect(wanted.filter((path) => !known.has(path))).toEqual([]);
    expect(wanted.filter((path) => known.get(path) === true).length).toBeGreaterThanOrEqual(45);
  },
);

test("no path is listed twice", () => {
  const all = ROUTES.map(({ method, path }) => `${method} ${shapeOf(path)}`);
  expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
});

test("what is not here says what does the same", async () => {
  for (const route of ROUTES)
    if ("instead" in route) {
      const answer = await site.ask(route.method, route.path.replace(/:\w+/g, "home"));
      expect(answer).toMatchObject({ status: 501, body: { status: 501, error: "Not Implemented" } });
      expect(answer.body.response.message[0]).toContain(route.instead);
    }
});

test("what is here asks for what it needs, and never breaks", async () => {
  for (const route of ROUTES)
    if ("answer" in route && route.path.includes(":")) {
      const path = route.path.replace(":instance", "nobody");
      const { status, body } = await site.ask(route.method, path, route.method === "GET" ? undefined : {});
      expect(`${route.path} ${status}`).toMatch(/ (400|404)$/);
      expect(body.response.message[0]).toBeString();
    }
});
