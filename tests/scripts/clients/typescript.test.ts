/** Types in TypeScript that openapi-typescript makes of the OpenAPI document: strictly checked, and used to send and list. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { LONG_MS, makeClient, prepareTools, shareServed, useClient } from "./tools.ts";

// the generator uses the compiler as a library, which it is no more since version 7
const PACKAGES = ["openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3"];
const { folder: packages, missing } = await prepareTools(PACKAGES, [], () => [
  [process.execPath, "add", "--silent", ...PACKAGES],
]);

const served = shareServed(missing === null);

const PROGRAM = `
import createClient from "openapi-fetch";
import type { components, paths } from "./made/api";
declare const process: { env: Record<string, string> };
const { URL: baseUrl, KEY: key, CHANNEL: channel_id } = process.env;
const api = createClient<paths>({ baseUrl, headers: { "X-Api-Key": key } });
const body: components["schemas"]["SendText"] = { channel_id, to: "14155550123", type: "text", content: { body: "Hello" } };
const sent = await api.POST("/v1/messages", { body });
const id = sent.data?.id ?? "";
const message = await api.GET("/v1/messages/{id}", { params: { path: { id } } });
const contacts = await api.GET("/v1/contacts");
console.log(JSON.stringify(message.data?.content), contacts.data?.data.some(({ name }) => name === "Ada"));
// @ts-expect-error: a message has a type
await api.POST("/v1/messages", { body: { to: "14155550123" } });
`;
const COMPILER = [
  "--strict",
  "--noEmit",
  "--target",
  "es2022",
  "--module",
  "esnext",
  "--moduleResolution",
  "bundler",
];

test.skipIf(missing !== null)(
  "a client of openapi-typescript sends a message and lists contacts",
  async () => {
    const files = { "program.ts": PROGRAM, "package.json": '{"private":true,"type":"module"}' };
    const modules = join(packages, "node_modules");
    const generated = await makeClient(served.openapi, files, [
      ["ln", "-s", modules, "node_modules"],
      [
        process.execPath,
        join(modules, "openapi-typescript/bin/cli.js"),
        "openapi.json",
        "--output",
        "made/api.d.ts",
      ],
      [process.execPath, join(modules, "typescript/bin/tsc"), ...COMPILER, "program.ts"],
    ]);
    expect(generated).toMatchObject({ code: 0, output: expect.not.stringContaining("error") });
    const used = await useClient(served.daemon, generated.folder, [process.execPath, "program.ts"]);
    expect(used).toEqual({ code: 0, output: '{"body":"Hello"} true\n' });
  },
  LONG_MS,
);
