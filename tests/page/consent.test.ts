/** A program of an agent is let in on the page, by its own address for its user. */
import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ask, DEVICE_GRANT, fetchToken, LINES, newProgram } from "../oauth/support.ts";
import { caller } from "../support/daemon.ts";
import { accessibilityFaults, keepScreenshot, makeUser, NO_CHROMIUM, PASSWORD, pageStage } from "./stage.ts";

const stage = pageStage();
/** Where the program waits for its user to come back. */
let came = Promise.withResolvers<URLSearchParams>();
const program = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch({ url }) {
    const { pathname, searchParams } = new URL(url);
    if (pathname === "/callback") came.resolve(searchParams);
    return new Response("You can close this page.");
  },
});
afterAll(() => program.stop(true));

const [{ connect }] = LINES;
const HOSTILE = "Evil\u202e <img src=x onerror=alert(1)> agent";

/** A program whose user is to be asked, and where. */
async function asking(name?: string) {
  came = Promise.withResolvers();
  const waiting = newProgram(name, new URL("/callback", program.url).href);
  await connect(stage.daemon.url, waiting);
  const { pathname, search } = waiting.kept.asked ?? new URL("about:blank");
  return { waiting, link: pathname + search };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const lastKey = async () => (await stage.daemon.call("GET", "/v1/api-keys")).body.data[0];

test.skipIf(NO_CHROMIUM)("the user chooses what the program may do, and the program gets that", async () => {
  const { waiting, link } = await asking(HOSTILE);
  const page = await stage.open(link, { as: "admin", width: "narrow" });
  await page.getByRole("heading", { name: "Allow this program?" }).waitFor();
  for (const fact of [
    "Evil <img src=x onerror=alert(1)> agent",
    `${program.url.host} (a program on this machine)`,
  ])
    await page.getByRole("definition").getByText(fact, { exact: true }).waitFor();
  expect(await page.getByRole("checkbox", { name: "Read contacts" }).isChecked()).toBe(true);
  expect(await page.getByRole("checkbox", { name: "See broadcasts" }).isChecked()).toBe(false);
  expect(await page.getByLabel("Messages an hour, at most").inputValue()).toBe("30");
  const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
  expect(await page.evaluate<number>(wider)).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "consent");
  await page.getByText("Read contacts").click();
  await page.getByLabel("Messages an hour, at most").fill("7");
  await press(page, "Allow");
  await connect(stage.daemon.url, waiting, await came.promise);
  const client = await connect(stage.daemon.url, waiting);
  const found = await client?.callTool({ name: "find", arguments: { kind: "channels" } });
  expect(found?.structuredContent).toMatchObject({ data: [{ id: stage.daemon.channelId }] });
  await client?.close();
  expect(await lastKey()).toMatchObject({
    permissions: ["channels:read", "messages:read", "messages:send"],
    agent: { recipients: "answered", approval: "new_people", messages_per_hour: 7 },
  });
});

test.skipIf(NO_CHROMIUM)("who wants it to write to anyone says how many new people", async () => {
  const { waiting, link } = await asking();
  const page = await stage.open(link);
  await page.getByRole("button", { name: "It may write to" }).click();
  await page.getByRole("option", { name: "Anyone" }).click();
  await page.getByRole("button", { name: "What waits until somebody approves it" }).click();
  await page.getByRole("option", { name: "All messages" }).click();
  await page.getByLabel("New people a day, at most").fill("2");
  await keepScreenshot(page, "consent-wide");
  await press(page, "Allow");
  await connect(stage.daemon.url, waiting, await came.promise);
  expect((await lastKey()).agent).toEqual({
    ...{ recipients: "anyone", approval: "always", messages_per_hour: 30, new_people_per_day: 2 },
    when_held: "refuse",
  });
});

test.skipIf(NO_CHROMIUM)(
  "who is not logged in logs in first, and may refuse, which the program learns",
  async () => {
    const { email } = await makeUser(stage.daemon, "owner");
    const { link } = await asking();
    const page = await stage.open(link, { as: null });
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await press(page, "Log in");
    await page.getByText("Unknown: the program says its name itself, and nothing proves it").waitFor();
    await press(page, "Refuse");
    expect((await came.promise).get("error")).toBe("access_denied");
  },
);

test.skipIf(NO_CHROMIUM)("a program without a browser is let in by the code that it shows", async () => {
  const anybody = caller(stage.daemon.url, null);
  const about = { client_name: HOSTILE, grant_types: [DEVICE_GRANT] };
  const { client_id } = (await anybody("POST", "/oauth/register", about)).body;
  const form = { client_id, scope: "messages:read" };
  const { user_code, device_code } = (await anybody("POST", "/oauth/device_authorization", form)).body;
  const page = await stage.open("/device", { as: "admin", width: "narrow" });
  await page.getByLabel("Code").fill(user_code);
  await press(page, "Show what it asks for");
  await page.getByRole("heading", { name: "Allow this program?" }).waitFor();
  for (const fact of ["Evil <img src=x onerror=alert(1)> agent", user_code, "127.0.0.1"])
    await page.getByRole("definition").getByText(fact, { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, "consent-code");
  await press(page, "Allow");
  await page.getByText("Go back to the program. You can close this page.").waitFor();
  const token = { grant_type: DEVICE_GRANT, client_id, device_code };
  expect((await fetchToken(stage.daemon.url, token)).body.scope).toBe("messages:read");
  expect((await lastKey()).agent).toMatchObject({ recipients: "answered", approval: "new_people" });
});

test.skipIf(NO_CHROMIUM)("who may not create keys, or comes with a wrong address, is told why", async () => {
  const { link } = await asking();
  const viewers = await stage.open(link, { as: "viewer" });
  await viewers.getByText("You may not create keys (keys:manage)").waitFor();
  const { asked } = await ask(stage.daemon.url, "https://other.example/mcp");
  const page = await stage.open(asked.pathname + asked.search);
  await page.getByRole("alert").getByText("The resource has to be").waitFor();
  expect(await page.getByRole("button", { name: "Allow" }).count()).toBe(0);
});
