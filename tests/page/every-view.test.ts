/** Every view, by the list of them: for each role, in both schemes, wide and narrow. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROLES, type Role } from "../../daemon/auth/roles.ts";
import { grants } from "../../daemon/http/permissions.ts";
import { LONG_MS } from "../support/long.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage, visit } from "./stage.ts";

const stage = pageStage();
const ROUTES = readFileSync(join(import.meta.dir, "../../daemon/page/client/routes.tsx"), "utf8");
const LINES = [...ROUTES.matchAll(/^ {2}view\("([^"]+)"[\s\S]*?\}\),$/gm)];
/** The views of people who are logged in: where they begin, and what they need. */
const VIEWS = LINES.filter(([text]) => !text.includes("isOpen: true"))
  .map(([text, path = ""]) => ({
    path: path.replace(/\/:\w+\?$/, ""),
    needs: /needs: "([^"]+)"/.exec(text)?.[1],
    isInNavigation: text.includes("nav: {"),
  }))
  .filter(({ path }) => !path.includes(":"));

test("the list is read whole", () => {
  expect(LINES.length).toBe(ROUTES.match(/^ {2}view\(/gm)?.length ?? 0);
  expect(VIEWS.map(({ path }) => path)).toContain("/webhooks");
});

/** Fails when a view, or the way to it, is missing that the role may see, or is there that it may not. */
async function expectThere(page: Page, role: Role, view: (typeof VIEWS)[number]): Promise<void> {
  const { path, needs, isInNavigation } = view;
  const isThere = needs === undefined || grants(ROLES[role], needs);
  const missing = page.getByRole("heading", { name: "You may not see this" });
  const ways = page.getByLabel("Navigation", { exact: true }).locator(`a[href="${path}"]`);
  const found = [path, await missing.count(), await ways.count()];
  expect(found).toEqual([path, isThere ? 0 : 1, isThere && isInNavigation ? 1 : 0]);
}

/** What the page asks for and is refused, from now on. */
function watchRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 403) refused.push(`${page.url()} asks ${response.url()}`);
  });
  return refused;
}

// an owner looks at each view below
for (const role of (Object.keys(ROLES) as Role[]).filter((one) => one !== "owner"))
  test.skipIf(NO_CHROMIUM)(
    `${role}: a view that needs what the role may not do is not there, and the others ask for nothing of it`,
    async () => {
      const page = await stage.open("/", { as: role });
      const refused = watchRefusals(page);
      for (const view of VIEWS) {
        await visit(page, view.path);
        await expectThere(page, role, view);
      }
      expect(refused).toEqual([]);
    },
    LONG_MS,
  );

for (const width of ["wide", "narrow"] as const)
  test.skipIf(NO_CHROMIUM)(
    `each view can be used by everybody, on a ${width} screen`,
    async () => {
      const page = await stage.open("/", { width });
      const refused = watchRefusals(page);
      const faults: string[] = [];
      for (const view of VIEWS) {
        const { path } = view;
        await visit(page, path);
        await expectThere(page, "owner", view);
        faults.push(...(await accessibilityFaults(page)).map((fault) => `${path} ${fault}`));
        const wider = await page.evaluate<number>(
          "document.documentElement.scrollWidth - document.documentElement.clientWidth",
        );
        if (wider > 0) faults.push(`${path} is ${wider} pixels wider than the screen`);
        await keepScreenshot(page, `view${path.replaceAll("/", "-")}-${width}`);
      }
      expect({ faults, refused }).toEqual({ faults: [], refused: [] });
    },
    LONG_MS,
  );
