/** The OpenAPI document of a running daemon: valid, complete, and true. */
import { beforeAll, expect, test } from "bun:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { EVENT_TYPES } from "../../daemon/events/catalogue.ts";
import type { MessageTypeName } from "../../daemon/message-types/message-type.ts";
import { CLOUD_API } from "../../daemon/providers/cloud-api/platform.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import {
  type ApiDocument,
  bodies,
  createComplaints,
  examples,
  type Operation,
  operations,
} from "./openapi-document.ts";

const daemon = sharedDaemon();
let document: ApiDocument;
let complaints: (schema: object, value: unknown) => string | null;
const OPEN = [
  "GET /v1/health",
  "GET /v1/ready",
  "POST /v1/channels/{id}/passkey",
  "POST /v1/channels/{id}/passkey/confirm",
  "POST /v1/auth/login",
  "POST /v1/auth/reset",
  "POST /v1/auth/login/factor",
  "POST /v1/auth/login/passkey/options",
  "POST /v1/auth/login/passkey",
  "POST /v1/auth/organizations",
  "GET /v1/auth/ways",
  "POST /v1/auth/device/authorization",
  "POST /v1/auth/device/token",
  "POST /v1/auth/invitations/find",
  "POST /v1/auth/invitations/accept",
  "GET /v1/media/{id}/download",
  ...["GET", "POST"].map((one) => `${one} /v1/providers/whatsapp/webhook`),
];
/** The sentence about the permission that a caller needs, or that any login is enough. */
const NEEDED = /Needs the permission `[\w:*]+`|Needs a login or a key/;

beforeAll(async () => {
  document = (await (await fetch(`${daemon.url}/openapi.json`)).json()) as ApiDocument;
  complaints = createComplaints(document);
});

/** The operations of paths that a rule does not hold for. */
function breaking(holds: (operation: Operation, name: string) => boolean): string[] {
  return operations(document)
    .filter(([name]) => name.includes(" /"))
    .filter(([name, operation]) => !holds(operation, name))
    .map(([name]) => name);
}

test("the document is valid OpenAPI 3.1", async () => {
  expect(document.openapi).toBe("3.1.0");
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
});

test("ids in examples are such as there can be", () => {
  const ids = JSON.stringify(document).match(/\b[a-z]+_01[0-9A-Z]{24}/g) ?? [];
  expect(ids.length).toBeGreaterThan(100);
  expect(ids.filter((id) => /[ILOU]/.test(id))).toEqual([]);
});

test("every operation has a summary, a listed tag, and an id of its own", () => {
  const tags = document.tags.map(({ name }) => name);
  const ids = operations(document).map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]\w+$/.test(id ?? ""))).toEqual([]);
  expect(breaking((one) => Boolean(one.summary) && one.tags.length > 0)).toEqual([]);
  expect(breaking((one) => one.tags.every((tag) => tags.includes(tag)))).toEqual([]);
});

test("every operation wants a key and says for which permission, those named apart", () => {
  expect(breaking(({ security }) => security.length > 0)).toEqual(OPEN);
  expect(breaking(({ description }) => NEEDED.test(description ?? ""))).toEqual(OPEN);
});

test("every way to say who one is is described, and enough by itself", () => {
  const { securitySchemes } = document.components;
  expect(Object.keys(securitySchemes)).toEqual(["apiKey", "bearer", "cookie"]);
  const schemes = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  expect(breaking(({ security }) => Bun.deepEquals(security, schemes))).toEqual(OPEN);
});

test("every operation documents the errors it can give", () => {
  const documents =
    (...statuses: string[]) =>
    ({ responses }: Operation) =>
      statuses.every((one) => one in responses);
  expect(breaking(documents("431", "500"))).toEqual([]);
  expect(breaking((one, name) => OPEN.includes(name) || documents("401", "403", "503")(one))).toEqual([]);
  expect(breaking((one) => one.requestBody === undefined || documents("400", "413")(one))).toEqual([]);
  expect(breaking((one, name) => !name.includes("{") || documents("404", "422")(one))).toEqual([]);
  expect(
    breaking(
      (one, name) => OPEN.includes(name) || (one.parameters ?? []).length === 0 || documents("422")(one),
    ),
  ).toEqual([]);
});

test("every answer is described, which takes a title of the schema where it only shows one", () => {
  const isDescribed = ({ description = "" }: { description?: string }) => !/^(The )?$/.test(description);
  expect(breaking(({ responses }) => Object.values(responses).every(isDescribed))).toEqual([]);
});

test("spreadsheets are among the files that can be imported", () => {
  const typesOf = (wanted: string) =>
    Object.keys(operations(document).find(([name]) => name === wanted)?.[1].requestBody?.content ?? {});
  const sheets = [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.oasis.opendocument.spreadsheet",
  ];
  for (const path of ["import", "import/preview"])
    expect(typesOf(`POST /v1/contacts/${path}`)).toEqual(expect.arrayContaining(sheets));
});

test("every error answer is a problem whose example has the answer's status, or in the code shape of contacts", () => {
  const wrong = operations(document).flatMap(([name, { responses }]) =>
    Object.entries(responses)
      // what the server refuses before it has a request has no body
      .filter(([status]) => status !== "431")
      .filter(([status]) => Number(status) >= 400 && !(name === "GET /v1/ready" && status === "503"))
      .filter(([status, { content }]) => {
        const example = (content?.["application/problem+json"] ?? content?.["application/json"])?.example as
          | { status?: number; error?: string; code: string }
          | undefined;
        const says = name.includes(" /v1/contacts")
          ? Boolean(example?.error)
          : example?.status === Number(status);
        return !says || !/^[a-z_]+$/.test(example?.code ?? "");
      })
      .map(([status]) => `${name} ${status}`),
  );
  expect(wrong).toEqual([]);
});

test("every body has an example, and every example is valid by its schema", () => {
  const wrong = operations(document)
    .flatMap(bodies)
    .flatMap(([where, media]) => {
      const all = examples(media);
      if (all.length === 0) return [`${where}: no example`];
      return all
        .map((one) => complaints(media.schema, one))
        .filter((one) => one !== null)
        .map((one) => `${where}: ${one}`);
    });
  expect(wrong).toEqual([]);
});

test("every body is of a media type by its whole name", () => {
  const types = operations(document).flatMap(bodies);
  expect(types.map(([where]) => where).filter((where) => !/ [\w.+-]+\/[\w.+*-]+$/.test(where))).toEqual([]);
});

test("every path has no slash at its end and each of its names is a parameter", () => {
  expect(Object.keys(document.paths).filter((path) => path.endsWith("/"))).toEqual([]);
  const named = ({ parameters = [] }: Operation) =>
    parameters.filter((one) => one.in === "path").map((one) => one.name);
  expect(
    breaking((one, name) => [...name.matchAll(/\{(\w+)\}/g)].every(([, id = ""]) => named(one).includes(id))),
  ).toEqual([]);
});

test("every event is described as a webhook", () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES]);
});

test("nothing is left of how the schemas are written: no unions of constants, no patterns for records", () => {
  const text = JSON.stringify(document);
  expect(text).not.toMatch(/"anyOf":\[\{"const"|"patternProperties"|"\$id"/);
});

test("every example of a send is accepted, unless official channels can't do its type", async () => {
  const media = document.paths["/v1/messages"]?.post?.requestBody?.content?.["application/json"];
  const wrong: unknown[] = [];
  for (const example of media ? examples(media) : []) {
    const message = { ...Object(example), channel_id: daemon.channelId };
    const { status, body } = await daemon.call("POST", "/v1/messages", message);
    const type: MessageTypeName = message.type;
    const known = CLOUD_API.encoders[type] === null ? "unsupported_on_platform" : undefined;
    if (status !== (known ? 422 : 201) || body.code !== known) wrong.push({ message, body });
  }
  expect(wrong).toEqual([]);
});

test("answers of the daemon are as the document describes them", async () => {
  const endpoint = { url: "https://93.184.216.34/hook" };
  const key = { name: "CI", permissions: ["messages:send"] };
  const message = {
    channel_id: daemon.channelId,
    to: "14155550123",
    type: "text",
    content: { body: "Hello" },
  };
  const sent = await answered("POST", "/v1/messages", "/v1/messages", message);
  await daemon.until(sent.id, "read");
  await answered("GET", "/v1/messages", "/v1/messages");
  await answered("GET", "/v1/messages/{id}", `/v1/messages/${sent.id}`);
  await answered("GET", "/v1/messages/{id}/status", `/v1/messages/${sent.id}/status`);
  await answered("GET", "/v1/channels", "/v1/channels");
  await answered("GET", "/v1/channels/{id}", `/v1/channels/${daemon.channelId}`);
  await answered("PATCH", "/v1/channels/{id}", `/v1/channels/${daemon.channelId}`, { name: "Desk" });
  const webhooks = "/v1/settings/developer/webhooks";
  const made = await answered("POST", `${webhooks}/endpoints`, `${webhooks}/endpoints`, endpoint);
  await answered("GET", webhooks, webhooks);
  await answered("GET", `${webhooks}/endpoints/{id}`, `${webhooks}/endpoints/${made.id}`);
  await answered("DELETE", `${webhooks}/endpoints/{id}`, `${webhooks}/endpoints/${made.id}`);
  await answered("GET", `${webhooks}/deliveries`, `${webhooks}/deliveries`);
  const { id } = await answered("POST", "/v1/api-keys", "/v1/api-keys", key);
  await answered("GET", "/v1/api-keys", "/v1/api-keys?limit=1");
  await answered("DELETE", "/v1/api-keys/{id}", `/v1/api-keys/${id}`);
  await answered("GET", "/v1/health", "/v1/health");
  await answered("GET", "/v1/ready", "/v1/ready");
  await answered("GET", "/v1/messages/{id}", "/v1/messages/unknown");
  await answered("GET", "/v1/messages", "/v1/messages?limit=0");
  await answered("POST", "/v1/messages", "/v1/messages", "{");
});

/** Calls and compares the answer with what the document says of its status. */
async function answered(method: string, path: string, address: string, body?: unknown) {
  const answer = await daemon.call(method, address, body);
  const described = document.paths[path]?.[method.toLowerCase()]?.responses[String(answer.status)];
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const schema = described?.content?.[type]?.schema;
  expect({ method, path, status: answer.status, described: described !== undefined }).toMatchObject({
    described: true,
  });
  if (answer.status === 204) return answer.body;
  expect({ method, path, complaints: schema ? complaints(schema, answer.body) : `no ${type}` }).toEqual({
    method,
    path,
    complaints: null,
  });
  return answer.body;
}
