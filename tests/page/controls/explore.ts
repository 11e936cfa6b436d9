/** Presses every control of a view: those of its menus and dialogs, too, and what these open. */
import type { Page } from "playwright-core";
import { visit } from "../stage.ts";
import { type Control, press, readScreen, type Screen } from "./screen.ts";
import type { Traffic } from "./traffic.ts";

/** They only close, copy or show the same as a command, or end the login that presses all others. */
const LEFT_OUT =
  /^(Close|Cancel|Back to the list|As CLI or curl|Undo|I have stored it|Log out|(Copy|Copied)\b.*)$/;
/** A dialog of a dialog's menu is deeper than any there is. */
const DEEPEST = 4;

type Exploring = { page: Page; traffic: Traffic; address: string; seen: Set<string> };

/** Presses everything that the view at an address shows; `seen` are the controls that were pressed before, by name. */
export async function pressEverything(
  page: Page,
  traffic: Traffic,
  address: string,
  seen: Set<string>,
): Promise<void> {
  await explore({ page, traffic, address, seen }, []);
}

/** Presses what is new on the screen that the presses of `way` lead to. */
async function explore(exploring: Exploring, way: readonly Control[]): Promise<void> {
  const { page, seen } = exploring;
  let screen = await returnTo(exploring, way);
  const { scope } = screen;
  let tab: Control[] = [];
  while (true) {
    const next = nextOf(screen, seen);
    if (next === undefined) return;
    seen.add(keyOf(screen, next));
    await press(page, screen, next);
    await exploring.traffic.settled();
    const after = await readScreen(page);
    if (next.role === "tab") tab = [next];
    const isElsewhere = after.scope !== scope;
    if (isElsewhere && way.length < DEEPEST && !after.scope.startsWith("/"))
      await explore(exploring, [...way, ...tab, next]);
    screen = isElsewhere ? await returnTo(exploring, [...way, ...tab]) : after;
  }
}

/** What sends a form comes after what else is in it, and tabs last: each takes the place of what was shown before. */
function nextOf(screen: Screen, seen: ReadonlySet<string>): Control | undefined {
  const left = screen.controls.filter(
    (one) => one.role !== "choice" && !LEFT_OUT.test(one.name) && !seen.has(keyOf(screen, one)),
  );
  const order = (one: Control) => ["submit", "tab"].indexOf(one.role);
  return left.toSorted((one, other) => order(one) - order(other))[0];
}

/** A control by where it is and what it says, without what differs from row to row. */
function keyOf({ scope }: Screen, { name, role }: Control): string {
  return `${scope}: ${role} ${name.replaceAll(/[a-z]{2,4}_[\w-]{20,}|\d+/g, "…")}`;
}

/** Closes what is open, or loads the view again where it was left, and presses the way to a screen. */
async function returnTo({ page, traffic, address }: Exploring, way: readonly Control[]): Promise<Screen> {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  let screen = await readScreen(page);
  const { pathname } = new URL(address);
  if (page.url() !== address || screen.scope !== pathname) {
    // as a link does, since to load the page again is most of the work; only that closes what is still open
    if (screen.scope.startsWith("/")) await visit(page, pathname);
    else await page.goto(address);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await traffic.settled();
    screen = await readScreen(page);
  }
  for (const control of way) {
    await press(page, screen, control);
    await traffic.settled();
    screen = await readScreen(page);
  }
  return screen;
}
