/** A key for an agent is made on the page, with the limits that its owner chooses. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { choose } from "./broadcasts-support.ts";
import {
  accessibilityFaults,
  chooseCurrency,
  keepScreenshot,
  NO_CHROMIUM,
  pageStage,
  refusedAt,
  typeZone,
} from "./stage.ts";

const stage = pageStage();
const HOSTILE = `<img src=x onerror=alert(1)>"'`;

const TYPED = {
  "Messages an hour, at most": "7",
  "Messages a day, at most": "40",
  "New people an hour, at most": "1",
  "New people a day, at most": "2",
  "Money an hour, at most": "0.05",
  "Money a day, at most": "1",
  Templates: "order_update, ",
};

async function startedForm(width: "wide" | "narrow" = "wide") {
  const page = await stage.open("/settings/keys", { width });
  await page.getByRole("button", { name: "Create key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create key" });
  await form.getByLabel("Name", { exact: true }).fill("Assistant");
  await choose(page, /What is it for\?$/, "An agent");
  return { page, form };
}

const press = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Create key", exact: true }).click();
const keys = async () => (await stage.daemon.call("GET", "/v1/api-keys")).body.data;

test.skipIf(NO_CHROMIUM)("an agent's key begins with little: answers, thirty an hour", async () => {
  const { page } = await startedForm("narrow");
  await keepScreenshot(page, "agent-phone");
  await press(page);
  await page.getByRole("button", { name: "I have stored it" }).click();
  expect((await keys())[0]).toMatchObject({
    permissions: ["messages:read", "messages:send", "channels:read"],
    agent: { recipients: "answered", approval: "new_people", messages_per_hour: 30 },
  });
});

test.skipIf(NO_CHROMIUM)(
  "every limit of an agent's key is chosen in its form, and said beside the key",
  async () => {
    const { channelId } = stage.daemon;
    const list = await stage.daemon.call("POST", "/v1/crm/lists", { name: HOSTILE });
    expect(list.status).toBe(201);
    const { page, form } = await startedForm();
    await form.getByText("Read contacts").click();
    await choose(page, /It may write to$/, "The contacts on a list");
    await choose(page, /List$/, HOSTILE);
    await choose(page, /While somebody else holds the conversation$/, "Its answers wait");
    await form.getByText("Who can approve").click();
    await form.getByText("A person at the agent's program can, too").click();
    await form.getByText("Somebody is asked on WhatsApp, too").click();
    await form.getByLabel("Who is asked").fill("+1 415 555-0100");
    await form.getByText("More limits").click();
    await chooseCurrency(page, form, "eur");
    for (const [label, value] of Object.entries(TYPED))
      await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByText("Text", { exact: true }).click();
    await form.getByText("It may send only within certain hours").click();
    await typeZone(form, "Europe/Berlin");
    for (const place of [5, 4, 3]) await form.getByRole("button", { name: `Remove hours ${place}` }).click();
    await keepScreenshot(page, "agent-form");
    expect(await accessibilityFaults(page)).toEqual([]);
    await press(page);
    await page.getByRole("button", { name: "I have stored it" }).click();
    const [{ id, permissions, agent }] = await keys();
    expect(permissions).toEqual(["messages:read", "messages:send", "channels:read", "contacts:read"]);
    const week = { from: "09:00", to: "18:00" };
    expect(agent).toEqual({
      ...{ recipients: "list", list_id: list.body.id, types: ["text"], templates: ["order_update"] },
      ...{ messages_per_hour: 7, messages_per_day: 40, new_people_per_hour: 1, new_people_per_day: 2 },
      ...{ money_per_hour: 0.05, money_per_day: 1, currency: "EUR" },
      ...{ approval: "new_people", approval_at_client: true, when_held: "wait" },
      approval_to: { channel_id: channelId, to: "+14155550100" },
      hours: { zone: "Europe/Berlin", days: ["mon", "tue"].map((day) => ({ day, ...week })) },
    });

    await page.getByRole("link", { name: "Assistant" }).first().click();
    const facts = page.getByRole("region", { name: "For an agent" }).getByRole("definition");
    await facts.getByText(HOSTILE).waitFor();
    expect(await facts.allTextContents()).toEqual([
      `The contacts on a list: ${HOSTILE}`,
      "Messages to people that the number has no conversation with",
      "Users who may, and a person at the agent's program",
      "+14155550100, by Sandbox",
      ...["7", "40", "1", "2", "€0.05", "€1.00"],
      ...["Text", "order_update", "Its answers wait", "Monday, Tuesday 09:00–18:00 (Europe/Berlin)"],
    ]);
    expect(page.url()).toEndWith(id);
    await keepScreenshot(page, "agent-detail");
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)(
  "what the API refuses of a guard stands at its field, also where it was folded",
  async () => {
    const before = await keys();
    const { page, form } = await startedForm("narrow");
    const refused = async (field: string, error: string) => {
      await press(page);
      await refusedAt(form.getByLabel(field).and(form.locator("input")), error);
    };
    await form.getByText("More limits").click();
    await form.getByLabel("Money a day, at most").fill("5");
    await form.getByText("More limits").click();
    await refused("Currency", "is required with money_per_hour");
    await keepScreenshot(page, "agent-refused-phone");
    await chooseCurrency(page, form, "eur");
    await form.getByText("Change and tag contacts").click();
    await press(page);
    await form.getByRole("group", { name: "It may" }).getByText("can't have contacts:write").waitFor();
    expect(await keys()).toEqual(before);
  },
);
