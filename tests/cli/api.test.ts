/** Any request of the API, at a real daemon. */
import { expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { runCli } from "./run-cli.ts";

const waypost = sharedDaemon();

async function api(args: readonly string[], stdin: string | null = null) {
  const env = { WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key };
  return await runCli(["api", ...args], { env, stdin });
}

test("members make the body, --jq takes parts of the answer", async () => {
  const fields = ["-f", "name=Ada", "-F", "custom_fields[age]=36", "-f", "custom_fields[code]=007"];
  const made = await api(["post", "/v1/contacts", "-f", "email=ada@example.com", ...fields, "--jq", ".id"]);
  expect([made.code, made.stderr]).toEqual([0, ""]);
  const id = made.stdout.trim();
  const read = await api([`v1/contacts/${id}`, "--jq", "[.name, .custom_fields.age, .custom_fields.code]"]);
  expect(read.stdout).toBe('["Ada",36,"007"]\n');
  const gone = await api(["DELETE", `/v1/contacts/${id}`, "--include"]);
  expect(gone).toMatchObject({ code: 0, stdout: expect.stringMatching(/^HTTP 20\d\n/) });
});

test("--paginate reads every page as one list, --field is the query of GET", async () => {
  const emails = ["b@example.com", "c@example.com", "d@example.com"];
  for (const email of emails) await waypost.call("POST", "/v1/contacts", { email });
  const one = await api(["GET", "/v1/contacts", "-F", "limit=1", "--jq", ".data[].email"]);
  expect(one.stdout).toBe("d@example.com\n");
  const all = await api(["GET", "/v1/contacts?limit=1", "--paginate"]);
  const { data, meta } = JSON.parse(all.stdout);
  expect(data.map(({ email }: { email: string }) => email)).toEqual(emails.toReversed());
  expect(meta).toEqual({ next_cursor: null });
  expect(await api(["/v1/health", "--paginate"])).toMatchObject({ code: 2, stdout: "" });
});

test("a body comes from standard input as it is, and what is no JSON is printed as it is", async () => {
  const csv = "name,email\nEve,eve@example.com\n";
  const words = ["POST", "/v1/contacts/import/preview", "--input", "-", "-H", "content-type: text/csv"];
  const preview = await api([...words, "--jq", ".columns[].header"], csv);
  expect(preview.stdout).toBe("name\nemail\n");
  const shown = await api([...words, "--dry-run", "--json", "--fields", "body"], csv);
  expect(JSON.parse(shown.stdout)).toEqual({ body: csv });
  expect((await api(["/metrics"])).stdout).toContain("# HELP ");
});

test.each([
  [["/v1/nothing"], 3, "404"],
  [["POST", "/v1/contacts", "-f", "email=no"], 3, "email"],
  [["FETCH", "/v1/channels"], 2, "'FETCH' is not a method"],
  [["https://evil.example.com/v1/channels"], 2, "is an address"],
  [["GET", "/v1/a b"], 2, "is not a path"],
  [["POST", "/v1/contacts", "-f", "a=1", "--input", "-"], 2, "--input does not go with --field"],
  [["POST", "/v1/contacts", "-H", "a\nb: c"], 2, "--header must look like"],
] as const)("%j ends with %p", async (words, code, said) => {
  expect(await api(words)).toMatchObject({ code, stdout: "", stderr: expect.stringContaining(said) });
});

test("the key never leaves for another host by a path", async () => {
  const run = await api(["@example.com/v1/channels"]);
  expect(run).toMatchObject({ code: 3, stderr: expect.stringContaining("404") });
});
