import { expect, test } from "bun:test";
import { join } from "node:path";
import { newHome, runCli, runCliInTerminal } from "../cli/run-cli.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { xlsx } from "./archives.ts";

const waypost = sharedDaemon();
const folder = newHome();

const env = () => ({ WAYPOST_URL: waypost.url, WAYPOST_API_KEY: waypost.key });
const cli = (...args: string[]) => runCli(args, { env: env() });

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await Bun.write(path, text);
  return path;
}

const FILE = "Tel.;Name;Branch\n+49 151 00000001;Ada;Nord\nx;Bob;Süd\n+49 151 00000003;Cleo;\n";

test("a file is previewed, sent and followed; its refused lines are kept; --strict makes them exit 5", async () => {
  const file = await write("customers.csv", FILE);
  const refused = join(folder, "refused.csv");
  const run = await cli(
    "contacts",
    "import",
    file,
    "--column",
    "Tel.=phone_number",
    "--refused",
    refused,
    "--strict",
  );
  expect(run.code).toBe(5);
  expect(run.stderr).toContain("  Branch  custom_fields.Branch\n");
  expect(run.stderr).toContain("line 3: refused, Tel.: is not a phone number");
  expect(run.stdout).toMatch(/status\tcompleted\nrecords\t3\ncreated\t2\n/);
  expect(await Bun.file(refused).text()).toContain('x;Bob;Süd;3;"Tel.: is not a phone number');
});

test("--dry-run writes nothing", async () => {
  const file = await write("more.csv", "phone\n+4915100000009\n");
  const run = await cli("contacts", "import", file, "--dry-run", "--json");
  expect([run.code, JSON.parse(run.stdout)]).toMatchObject([0, { dry_run: true, created: 1 }]);
  expect((await waypost.call("GET", "/v1/contacts/phone/4915100000009")).status).toBe(404);
});

test.each([
  [["--dry-run"], "would be read"],
  [[], "were read"],
])("numbers that could be of another country are counted and shown: %j", async (more, read) => {
  const args = ["contacts", "import", "-", "--format", "csv", "--country", "BR", "--yes"];
  const stdin = "Fone,Nota\n51991234571,x\n84991234572,\n49991234573,\n33991234574,\n11961234575,\n";
  const { code, stderr } = await runCli([...args, ...more], { env: env(), stdin });
  expect(code).toBe(0);
  expect(stderr).toContain("  Fone: phone_number\n  Nota: custom_fields.Nota\n");
  expect(stderr).toContain(
    `Numbers that could be of another country: 4; they ${read} as numbers of BR:\n  line 2: 51991234571 is +5551991234571, not +51991234571\n  line 3`,
  );
  expect(stderr.match(/ is \+55/g)).toHaveLength(3);
});

test("a file from standard input, and one whose format nobody says", async () => {
  const args = ["contacts", "import", "-", "--format", "ndjson", "--quiet"];
  const run = await runCli(args, { env: env(), stdin: '{"phone_number":"+4915100000011"}\n' });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("created\t1\n"), stderr: "" });
  expect((await cli("contacts", "import", await write("people", "x"))).code).toBe(2);
  expect((await cli("contacts", "import", join(folder, "absent.csv"))).stderr).toContain("ENOENT");
});

test("a file that is none is refused before it is sent: 3", async () => {
  const run = await cli("contacts", "import", await write("names.csv", "Name\nAda\n"));
  expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("the file has: 'Name'")]);
});

test("a file without a known column for phone numbers: a script gets an error with the option, a person is asked", async () => {
  const file = await write("branches.csv", "Filiale;Kontakt\nNord;+49 151 00000041\nSüd;+49 151 00000042\n");
  const script = await cli("contacts", "import", file);
  expect([script.code, script.stderr]).toEqual([
    3,
    expect.stringContaining("Say which it is: --column 'Kontakt=phone_number'"),
  ]);
  const run = runCliInTerminal(["contacts", "import", file], { env: env() });
  await run.until("Which has them?");
  run.type("\r");
  await run.until("Import it?");
  run.type("y\n");
  expect(await run.exited).toBe(0);
  expect((await waypost.call("GET", "/v1/contacts/phone/4915100000042")).body.custom_fields).toEqual({
    Filiale: "Süd",
  });
});

test("a spreadsheet is sent as it is", async () => {
  const path = join(folder, "kunden.xlsx");
  await Bun.write(
    path,
    xlsx({
      Kunden: [
        ["Telefon", "Nr"],
        [4915100000051, "7"],
      ],
    }),
  );
  const run = await cli(
    "contacts",
    "import",
    path,
    "--column",
    "Nr=external_id",
    "--set",
    "external_source=shop",
  );
  expect(run.stderr).toContain("xlsx, sheet Kunden\n");
  expect(run.stdout).toMatch(/created\t1\n/);
  expect((await waypost.call("GET", "/v1/contacts/phone/4915100000051")).body.external_id).toBe("7");
});

test("in a terminal it asks first, and no is no", async () => {
  const file = await write("asked.csv", "phone\n+4915100000021\n");
  const run = runCliInTerminal(["contacts", "import", file], { env: env() });
  await run.until("Import it?");
  run.type("n\n");
  expect(await run.exited).toBe(130);
  const yes = runCliInTerminal(["contacts", "import", file], { env: env() });
  await yes.until("Import it?");
  yes.type("y\n");
  expect(await yes.exited).toBe(0);
  expect((await waypost.call("GET", "/v1/contacts/phone/4915100000021")).status).toBe(200);
});

test("contacts go to a file, and to standard output", async () => {
  await waypost.call("POST", "/v1/contacts", { phone_number: "+4915100000031", tags: ["out"] });
  const path = join(folder, "out.vcf");
  expect((await cli("contacts", "export", path, "--tag", "out")).stdout).toBe("");
  expect(await Bun.file(path).text()).toContain("WAID=4915100000031:+4915100000031");
  const run = await cli("contacts", "export", "--format", "ndjson", "--tag", "out");
  expect(JSON.parse(run.stdout)).toMatchObject({ phone_number: "+4915100000031" });
});

test("imports are listed, shown, and their refused lines printed", async () => {
  const [newest] = JSON.parse((await cli("imports", "list", "--json")).stdout).data;
  expect((await cli("imports", "get", newest.id)).stdout).toContain(`id\t${newest.id}\n`);
  expect((await cli("imports", "refused", newest.id)).stdout).toBe("phone,refused_line,refused_reason\r\n");
  expect((await cli("imports", "cancel", newest.id)).stdout).toContain("status\tcompleted\n");
});
