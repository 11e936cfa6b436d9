import { expect, test } from "bun:test";
import { runCli } from "../cli/run-cli.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { makeContact } from "./support.ts";

const waypost = sharedDaemon();

const cli = (...args: string[]) =>
  runCli(["crm", ...args], { env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });
const made = async (...args: string[]) => JSON.parse((await cli(...args, "--json")).stdout);

test("a deal goes through a pipeline from the terminal", async () => {
  const pipeline = await made("create-pipeline", "Sales", "--stage", "new", "--stage", "won=won");
  expect(pipeline.stages).toEqual([
    { name: "new", outcome: "open" },
    { name: "won", outcome: "won" },
  ]);
  const deal = await made(
    "create",
    "deal",
    "--name",
    "Machines",
    "--pipeline",
    pipeline.id,
    "--amount",
    "99.5",
  );
  expect(deal).toMatchObject({ stage: "new", amount: 99.5 });
  expect((await cli("update", deal.id, "--stage", "won")).stdout).toContain("stage\twon\n");
  expect((await cli("list", "deal", "--stage", "won")).stdout).toContain(deal.id);
  expect((await cli("update", deal.id)).code).toBe(2);
  expect((await cli("update", deal.id, "--stage", "lost")).code).toBe(3);
});

test("records are commented on, linked, listed and deleted from the terminal", async () => {
  const contact = await makeContact(waypost, { phone_number: "+14155559001", name: "Ada" });
  const company = await made("create", "company", "--name", "Blue Door", "--set", "city=Porto");
  expect((await cli("comment", company.id, "Nice")).stdout).toContain("body\tNice\n");
  expect((await cli("comments", company.id)).stdout).toContain("\tNice\n");
  const link = await made("link", contact, "works_at", company.id);
  expect((await cli("links", company.id)).stdout).toContain(`${contact}\tworks_at\t${company.id}`);
  expect((await cli("unlink", company.id, link.id, "--yes")).code).toBe(0);
  const list = await made("create-list", "Wholesale");
  expect(await made("add", list.id, contact)).toEqual({ added: [contact] });
  expect((await cli("entries", list.id)).stdout).toContain(`${contact}\tcontact\tAda`);
  expect((await cli("remove", list.id, contact, "--yes")).code).toBe(0);
  expect((await cli("delete", company.id, "--yes")).code).toBe(0);
  expect((await cli("get", company.id)).code).toBe(3);
});
