/** Files of templates that become an account's templates: what a push plans, does, waits for and leaves alone. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { control } from "../templates/support.ts";
import { newHome, runCli } from "./run-cli.ts";

const { appId, appSecret } = SANDBOX_DEFAULTS;
const waypost = ownDaemon({ config: { appId, appSecret } });

const templates = (...words: string[]) =>
  runCli(["templates", ...words], { env: { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key } });
const known = async (name: string) =>
  (await waypost.call("GET", `/v1/templates?name=${name}`)).body.data as Record<string, unknown>[];

type Part = Record<string, unknown>;
const file = (name: string, text: string, more: Part = {}) => ({
  [`${name}.json`]: JSON.stringify({
    ...{ name, language: "en_US", category: "UTILITY", components: [{ type: "BODY", text }] },
    ...more,
  }),
});

async function folderOf(files: Record<string, string>, folder = newHome()) {
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
  return folder;
}

/** A push, and what it says of the templates of the folder. */
async function push(folder: string, ...words: string[]) {
  const { code, stdout, stderr } = await templates("push", folder, ...words);
  const rows = stdout.split("\n").map((line) => line.split("\t"));
  const actions = rows
    .filter(([action]) => action !== "" && action !== "keep")
    .map(([action, name]) => [action, name]);
  return { code, stderr, actions };
}
const wait = ["--wait", "approved", "--timeout", "60s"];

test("a new template is created and approved; then there is nothing to do", async () => {
  const folder = await folderOf({ ...file("push_one", "Hello."), ...file("push_two", "Hello again.") });
  const planned = await push(folder, "--dry-run");
  const create = [
    ["create", "push_one"],
    ["create", "push_two"],
  ];
  expect(planned).toMatchObject({ code: 0, actions: create });
  expect(await known("push_one")).toEqual([]);
  expect(await push(folder, ...wait)).toMatchObject({ code: 0, actions: create });
  expect(await known("push_one")).toMatchObject([{ status: "approved" }]);
  const again = await push(folder, ...wait);
  expect(again.actions.map(([action]) => action)).toEqual(["none", "none"]);
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("2 unchanged") });
});

test("after a pull there is nothing to push", async () => {
  const folder = newHome();
  expect((await templates("pull", folder)).code).toBe(0);
  const before = (await waypost.call("GET", "/v1/templates")).body;
  const { code, actions } = await push(folder);
  expect([code, new Set(actions.map(([action]) => action))]).toEqual([0, new Set(["none"])]);
  expect((await waypost.call("GET", "/v1/templates")).body).toEqual(before);
});

test("an edit is made once in 24 hours: a plan says when Meta takes another, and Meta's refusal is shown", async () => {
  const folder = await folderOf(file("push_edit", "One."));
  await push(folder, ...wait);
  await folderOf(file("push_edit", "Two."), folder);
  expect(await push(folder, ...wait)).toMatchObject({ code: 0, actions: [["edit", "push_edit"]] });
  expect(await known("push_edit")).toMatchObject([{ components: [{ type: "BODY", text: "Two." }] }]);
  await folderOf(file("push_edit", "Three."), folder);
  const refused = { code: 5, stderr: expect.stringContaining("once in 24 hours") };
  const third = await push(folder);
  expect(third.stderr).toMatch(/push again after 20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
  expect(third).toMatchObject({ ...refused, actions: [["refuse", "push_edit"]] });
  // as if somebody else had made the edit
  await waypost.sql`update templates set edits = '[]' where name = 'push_edit'`;
  expect(await push(folder)).toMatchObject({ ...refused, actions: [["edit", "push_edit"]] });
  expect(await known("push_edit")).toMatchObject([
    { status: "approved", components: [{ type: "BODY", text: "Two." }] },
  ]);
});

test("templates that Meta would refuse are not sent, and the others are pushed all the same", async () => {
  const folder = await folderOf(file("push_moved", "Hello."));
  await push(folder, ...wait);
  await folderOf(
    { ...file("push_moved", "Hello.", { category: "MARKETING" }), ...file("push_other", "Hello.") },
    folder,
  );
  const { code, actions, stderr } = await push(folder);
  expect([code, actions]).toEqual([
    5,
    [
      ["refuse", "push_moved"],
      ["create", "push_other"],
    ],
  ]);
  expect(stderr).toContain("the category of an approved template can't be changed");
});

test("a push that was cut off is gone on with", async () => {
  const { body } = await waypost.call("POST", "/v1/templates", {
    ...{ channel_id: waypost.channelId, name: "push_draft", language: "en_US", category: "UTILITY" },
    components: [{ type: "BODY", text: "An earlier text." }],
  });
  const folder = await folderOf(file("push_draft", "Hello.", { category: "MARKETING" }));
  expect((await push(folder, ...wait)).code).toBe(0);
  expect(await known("push_draft")).toMatchObject([
    { id: body.id, status: "approved", category: "MARKETING", components: [{ text: "Hello." }] },
  ]);
});

describe("what Meta decides", () => {
  test("5: one was rejected, and stays so until its file changes", async () => {
    const folder = await folderOf(file("push_reject", "Hello."));
    const rejected = await push(folder, ...wait);
    expect(rejected).toMatchObject({ code: 5, stderr: expect.stringContaining("rejected (INVALID_FORMAT)") });
    expect(await push(folder, ...wait)).toMatchObject({ code: 5, actions: [["none", "push_reject"]] });
    expect((await push(folder)).code).toBe(0);
    // a rejected one is edited as often as need be
    for (const text of ["Better.", "Best."]) {
      await folderOf(file("push_reject", text), folder);
      expect((await push(folder, ...wait)).actions).toEqual([["edit", "push_reject"]]);
    }
  });

  test("6: one is still in review, and is not submitted twice", async () => {
    const folder = await folderOf(file("push_hold", "Hello."));
    const late = ["--wait", "approved", "--timeout", "1s"];
    expect((await push(folder, ...late)).code).toBe(6);
    expect(await push(folder, ...late)).toMatchObject({ code: 6, actions: [["none", "push_hold"]] });
    await folderOf(file("push_hold", "Hello again."), folder);
    expect(await push(folder)).toMatchObject({ code: 5, actions: [["refuse", "push_hold"]] });
    await control(waypost, "templates/status", { name: "push_hold", language: "en_US", event: "APPROVED" });
    expect(await push(folder)).toMatchObject({ code: 0, actions: [["edit", "push_hold"]] });
  });
});

test("an example is uploaded from beside the file, and a pull brings it elsewhere", async () => {
  const components = [
    { type: "HEADER", format: "DOCUMENT", example: { file: "examples/menu.pdf" } },
    { type: "BODY", text: "It is here." },
  ];
  const folder = await folderOf({
    ...file("push_menu", "", { components }),
    "examples/menu.pdf": "%PDF-1.7 a menu",
  });
  expect((await push(folder, ...wait)).code).toBe(0);
  expect((await push(folder, ...wait)).actions).toEqual([["none", "push_menu"]]);
  const elsewhere = newHome();
  await templates("pull", elsewhere);
  expect(await Bun.file(join(elsewhere, "push_menu.en_US.pdf")).text()).toBe("%PDF-1.7 a menu");
  expect(await Bun.file(join(elsewhere, "push_menu.en_US.yaml")).text()).toContain(
    "example:\n      file: push_menu.en_US.pdf\n",
  );
  // the file's own name for it stays
  await templates("pull", folder);
  expect(await Bun.file(join(folder, "push_menu.json")).text()).toContain("examples/menu.pdf");
});

test("a folder with something wrong in it changes nothing", async () => {
  const folder = await folderOf({ ...file("push_good", "Hello."), ...file("push_bad", "{{1}}") });
  expect(await push(folder)).toMatchObject({
    code: 5,
    stderr: expect.stringContaining("nothing was pushed"),
  });
  expect(await known("push_good")).toEqual([]);
});

describe("what the folder has not", () => {
  const kept = async () => (await waypost.call("GET", "/v1/templates?limit=100")).body.data.length as number;

  test("stays, unless its deletion was requested and confirmed", async () => {
    const folder = await folderOf(file("push_one", "Hello."));
    const before = await kept();
    expect(await push(folder)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("--prune deletes them"),
    });
    expect(await push(folder, "--prune")).toMatchObject({ code: 2 });
    expect((await push(folder, "--prune", "--dry-run")).actions).toContainEqual(["delete", "push_two"]);
    expect(await kept()).toBe(before);
    expect((await push(folder, "--prune", "--yes")).code).toBe(0);
    expect((await waypost.call("GET", "/v1/templates")).body.data).toMatchObject([{ name: "push_one" }]);
  });

  test("an empty folder deletes nothing at all", async () => {
    const before = await kept();
    expect(await push(newHome(), "--prune", "--yes")).toMatchObject({ code: 2 });
    expect(await kept()).toBe(before);
  });
});
