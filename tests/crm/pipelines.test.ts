/** Pipelines on their own, and what a deal's pipeline and stage come to. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

const call = (method: string, path: string, body?: object) => waypost.call(method, `/v1/crm/${path}`, body);
const stages = (...names: string[]) => names.map((name) => ({ name, outcome: "open" }));
const pipeline = async (...names: string[]): Promise<string> =>
  (await call("POST", "pipelines", { name: "Sales", stages: stages(...names) })).body.id;
const deal = async (more: object) =>
  (await call("POST", "records", { kind: "deal", name: "x", ...more })).body;
const patch = async (id: string, body: object) => await call("PATCH", `records/${id}`, body);

test("a pipeline is renamed, gets other stages, and is listed and deleted", async () => {
  const id = await pipeline("new", "won");
  const renamed = (await call("PATCH", `pipelines/${id}`, { name: "Wholesale" })).body;
  expect(renamed).toMatchObject({ id, name: "Wholesale", stages: stages("new", "won") });
  const restaged = (await call("PATCH", `pipelines/${id}`, { stages: stages("first") })).body;
  expect(restaged).toMatchObject({ name: "Wholesale", stages: stages("first") });
  expect((await call("GET", `pipelines/${id}`)).body).toEqual(restaged);
  const second = await pipeline("new");
  await call("PATCH", `pipelines/${id}`, { name: "Retail" });
  expect((await call("GET", `pipelines/${second}`)).body.name).toBe("Sales");
  const { data } = (await call("GET", "pipelines")).body;
  expect(data.map((one: { id: string }) => one.id)).toEqual([second, id]);
  const page = (await call("GET", "pipelines?limit=1")).body;
  expect(page.data.map((one: { id: string }) => one.id)).toEqual([second]);
  const next = (await call("GET", `pipelines?limit=1&cursor=${page.meta.next_cursor}`)).body;
  expect(next).toMatchObject({ data: [{ id }], meta: { next_cursor: null } });
  expect((await call("DELETE", `pipelines/${id}`)).status).toBe(204);
  for (const method of ["GET", "DELETE"]) expect((await call(method, `pipelines/${id}`)).status).toBe(404);
  expect((await call("PATCH", `pipelines/${id}`, { name: "x" })).status).toBe(404);
});

test.each([
  ["two stages of a name", { stages: stages("new", "new") }, "/stages"],
  ["a stage's name that can't be stored", { stages: stages("a\u0000") }, "/stages"],
  ["a name that can't be stored", { name: "a\u0000" }, "/stages"],
])("a pipeline with %s is refused, new or changed", async (_, wrong, path) => {
  const made = await call("POST", "pipelines", { name: "Sales", stages: stages("new"), ...wrong });
  const changed = await call("PATCH", `pipelines/${await pipeline("new")}`, wrong);
  for (const { status, body } of [made, changed])
    expect([status, body.errors?.[0]?.path]).toEqual([422, path]);
});

test("a stage that is named for each deal in it stays, whichever of several it is", async () => {
  const id = await pipeline("a", "b", "c", "d");
  for (const stage of ["b", "d", "b"]) await deal({ pipeline_id: id, stage });
  const other = await pipeline("a");
  await deal({ pipeline_id: other });
  const change = async (...names: string[]) =>
    (await call("PATCH", `pipelines/${id}`, { stages: stages(...names) })).body;
  expect(await change("a", "b")).toMatchObject({
    status: 409,
    code: "stage_in_use",
    detail: expect.stringContaining(" d;"),
  });
  expect(await change("a", "d")).toMatchObject({
    code: "stage_in_use",
    detail: expect.stringContaining(" b;"),
  });
  expect((await change("d", "b")).stages).toEqual(stages("d", "b"));
});

test("a deal that changes its pipeline begins at its start, unless a stage is named", async () => {
  const [one, two] = [await pipeline("a", "b"), await pipeline("c", "d")];
  const { id } = await deal({ pipeline_id: one, stage: "b" });
  expect((await patch(id, { pipeline_id: two })).body).toMatchObject({ pipeline_id: two, stage: "c" });
  expect((await patch(id, { stage: "d" })).body).toMatchObject({ pipeline_id: two, stage: "d" });
  const wrong = await patch(id, { stage: "a" });
  expect([wrong.status, wrong.body.errors]).toEqual([
    422,
    [{ path: "/stage", message: "the pipeline has no such stage; it has c, d" }],
  ]);
  expect((await patch(id, { pipeline_id: null })).body).toMatchObject({ pipeline_id: null, stage: null });
  expect((await patch(id, { pipeline_id: null, stage: "c" })).body.errors[0].path).toBe("/stage");
  expect(await deal({})).toMatchObject({ pipeline_id: null, stage: null });
});
