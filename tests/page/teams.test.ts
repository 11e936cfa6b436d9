/** Teams on the page: made, given conversations, and found again; and how long people wait for them. */
import { expect, test } from "bun:test";
import { answer, hear } from "../conversations/support.ts";
import { accessibilityFaults, keepScreenshot, NO_CHROMIUM, pageStage, visit } from "./stage.ts";

const stage = pageStage();
const { daemon } = stage;

test.skipIf(NO_CHROMIUM)(
  "a team is made of colleagues, gets a conversation, and its members find it",
  async () => {
    const id = await hear(daemon, "14155569401", 600);
    await hear(daemon, "14155569402");
    const page = await stage.open("/settings/teams");
    await page.getByText("No team yet").waitFor();
    await page.getByRole("button", { name: "Create team" }).first().click();
    const form = page.getByRole("dialog", { name: "Create team" });
    await form.getByLabel("Name").fill("Returns");
    await form.getByText("Ada", { exact: true }).click();
    await keepScreenshot(page, "teams-form");
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByRole("button", { name: "Create team" }).click();
    await page.getByRole("region", { name: "Returns" }).waitFor();
    await keepScreenshot(page, "teams-detail");
    const [team] = (await daemon.call("GET", "/v1/teams")).body.data;
    expect(team).toMatchObject({ name: "Returns", member_ids: [expect.any(String)] });

    await visit(page, `/inbox/${id}`);
    await page.getByRole("button", { name: /^Assign/ }).click();
    await page.getByRole("menuitem", { name: "Team Returns" }).click();
    await page.getByRole("button", { name: "Assign: Returns" }).waitFor();
    await page.getByRole("button", { name: "My teams 1" }).click();
    const lines = page.getByRole("list", { name: "Conversations" }).getByRole("listitem");
    await page.getByRole("button", { name: "My teams 1", pressed: true }).waitFor();
    await lines.getByText("14155569402").waitFor({ state: "detached" });
    await lines.getByText("14155569401").waitFor();
    expect(await lines.count()).toBe(1);
    await keepScreenshot(page, "teams-inbox");
    expect(await accessibilityFaults(page)).toEqual([]);
    await answer(daemon, id);
    await visit(page, "/response-times?group_by=team");
    await page.getByRole("row", { name: /^Returns 1 10 min/ }).waitFor();
    await keepScreenshot(page, "response-times");
    expect(await accessibilityFaults(page)).toEqual([]);
  },
);

test.skipIf(NO_CHROMIUM)(
  "who may not read the audit log sees no times of colleagues, and makes no teams",
  async () => {
    await answer(daemon, await hear(daemon, "14155569403", 60));
    const agent = await stage.open("/response-times?group_by=user", { as: "agent" });
    await agent.getByRole("columnheader", { name: "Number" }).waitFor();
    await agent.getByRole("button", { name: /^By/ }).click();
    await agent.getByRole("option", { name: "By: team" }).waitFor();
    expect(await agent.getByRole("option", { name: "By: colleague" }).count()).toBe(0);
    expect(await agent.getByRole("link", { name: "Teams" }).count()).toBe(0);
  },
);
