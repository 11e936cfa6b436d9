/** Each rule for templates has a case that the stand-in for Meta refuses, too; it has its own code for them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { templateErrors } from "../../daemon/template-rules/template.ts";
import { openSandbox, PHONE, type TestSandbox } from "../sandbox/graph/support.ts";
import { REFUSED, TAKEN, type Template } from "./cases.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

const submit = (template: Template) => sandbox.graph("POST", `${PHONE.wabaId}/message_templates`, template);
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
