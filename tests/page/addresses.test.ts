/** Every link of the page leads to one of its views, or to what the daemon serves beside it. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const CLIENT = join(import.meta.dir, "../../daemon/page/client");
/** Paths within texts of the code, such as `/channels/${id}`; addresses of the API and of files are others. */
const LINK = /(?:href=\{?|href: |hrefOf=\{\(\w+\) => |back=|go\(|leaveFor\(|addressOf\()["`](\/[a-z0-9]*)/g;
const BESIDE = ["/v1", "/openapi", "/docs"];

test("every link leads to a view", async () => {
  const routes = await Bun.file(join(CLIENT, "routes.tsx")).text();
  const views = [...routes.matchAll(/view\("(\/[a-z0-9]*)/g)].map(([, path = ""]) => path);
  const links: string[] = [];
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan({ cwd: CLIENT }))
    for (const [, link = ""] of (await Bun.file(join(CLIENT, path)).text()).matchAll(LINK))
      links.push(`${link} in ${path}`);
  expect(links.length).toBeGreaterThan(30);
  const known = [...views, ...BESIDE];
  expect(links.filter((link) => !known.includes(link.split(" ")[0] ?? ""))).toEqual([]);
});
