import { describe, expect, test } from "bun:test";
import { fieldColumns, parseFields, pickFields } from "../../cli/lib/output/fields.ts";
import { formatLines, formatRecordLines } from "../../cli/lib/output/table.ts";
import { KEY, startContractServer } from "../support/contract-server.ts";
import { runCli } from "./run-cli.ts";

const row = { id: "m_1", status: "sent", last: { id: "x", at: null }, tags: ["a", "b"] };

describe("--fields", () => {
  test("names members, those of members too, in any order", () => {
    const columns = fieldColumns([row], parseFields("tags, last.id,id,last.at"));
    expect(formatLines([row], columns)).toBe('["a","b"]\tx\tm_1\t\n');
    expect(formatRecordLines(row, fieldColumns([row], ["status"]))).toBe("status\tsent\n");
  });

  test("leaves of JSON only these members, of lists in each thing", () => {
    expect(pickFields(row, ["last.id", "status"])).toEqual({ "last.id": "x", status: "sent" });
    const page = { data: [row, row], meta: { next_cursor: null } };
    expect(pickFields(page, ["id"])).toEqual({ ...page, data: [{ id: "m_1" }, { id: "m_1" }] });
    expect(pickFields({ ...page, data: [] }, ["id"])).toEqual({ ...page, data: [] });
  });

  test("are also called by the headings of the table", () => {
    const columns = [{ title: "last message", value: ({ last }: typeof row) => last.id }];
    expect(formatLines([row], fieldColumns([row], ["last_message", "id"], columns))).toBe("x\tm_1\n");
    expect(pickFields({ data: [row] }, ["last_message"], columns)).toEqual({ data: [{ last_message: "x" }] });
    const refused = { details: expect.objectContaining({ hint: expect.stringContaining("last_message") }) };
    expect(() => pickFields(row, ["nope"], columns)).toThrow(expect.objectContaining(refused));
  });

  test.each(["", "id,", "id;status", "a..b", "__proto__.x y"])("%p are none", (text) => {
    expect(() => parseFields(text)).toThrow("is not the name of a field");
  });

  test("finds nothing that objects inherit, and says what there is", () => {
    expect(() => pickFields(row, ["constructor"])).toThrow("there is no field 'constructor'");
    expect(() => pickFields(row, ["statsu"])).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ hint: expect.stringMatching(/mean status\?/) }),
      }),
    );
    expect(pickFields(row, ["last.constructor"])).toEqual({ "last.constructor": null });
  });

  test("goes with every command, as JSON and in pipes", async () => {
    const server = startContractServer();
    const run = (...args: string[]) =>
      runCli(args, { env: { WAYPOST_URL: server.url, WAYPOST_API_KEY: KEY } });
    expect((await run("health", "--fields", "version")).stdout).toMatch(/^version\t\S+\n$/);
    const { data } = JSON.parse((await run("channels", "list", "--json", "--fields", "status,id")).stdout);
    expect(Object.keys(data[0])).toEqual(["status", "id"]);
    const unknown = await run("channels", "list", "--fields", "nope");
    expect(unknown).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("There are: id,") });
    server.stop();
  });
});
