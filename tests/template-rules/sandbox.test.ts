/** Each rule for templates has a case that the stand-in for Meta refuses, too; it has its own code for them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { templateErrors } from "../../daemon/template-rules/template.ts";
import { openSandbox, PHONE, type TestSandbox } from "../sandbox/graph/support.ts";
import { REFUSED, TAKEN, type Template } from "./cases.ts";

let sandbox: TestSandbox;
let handle: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  const query = "file_name=a.png&file_length=1&file_type=image/png";
  const { body } = await sandbox.graph("POST", `${SANDBOX_DEFAULTS.appId}/uploads?${query}`);
  const headers = { authorization: sandbox.authorization.replace("Bearer", "OAuth"), file_offset: "0" };
  const answer = await fetch(`${sandbox.sandbox.graphUrl}/${body.id}`, {
    method: "POST",
    headers,
    body: "x",
  });
  handle = ((await answer.json()) as { h: string }).h;
});
afterAll(() => sandbox.close());

/** With the handle of an example that is there. */
const submit = (template: Template) =>
  sandbox.graph(
    "POST",
    `${PHONE.wabaId}/message_templates`,
    JSON.parse(JSON.stringify(template).replaceAll("4::aW", handle)),
  );
const pathsOf = (template: Template) => templateErrors(template).map(({ path }) => path);

describe("refused", () => {
  test.each(REFUSED)("%s", async (_, path, template) => {
    expect(pathsOf(template)).toContain(path);
    expect((await submit(template)).status).toBe(400);
  });
});

describe("taken", () => {
  test.each(TAKEN)("%s", async (what, template) => {
    expect(pathsOf(template)).toEqual([]);
    const name = what.replaceAll(" ", "_");
    expect((await submit({ ...template, name })).body).toMatchObject({ status: "PENDING" });
  });
});

test("a template that is not there in the language is taken once", async () => {
  const again = {
    name: "once_more",
    language: "de",
    category: "UTILITY",
    components: [{ type: "BODY", text: "Hallo." }],
  };
  expect([(await submit(again)).status, (await submit(again)).status]).toEqual([200, 400]);
});
