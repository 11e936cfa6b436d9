/** Lists and searches of contacts: what they find, page by page. */
import { beforeAll, expect, test } from "bun:test";
import { sharedDaemon } from "../support/shared-daemon.ts";

/** More than a search looks at before it asks the index. */
const CROWD = 8000;
const waypost = sharedDaemon();

beforeAll(async () => {
  const people = [
    { phone_number: "+14155562001", name: "José Müller", email: "jose@example.com", tags: ["vip"] },
    { phone_number: "+14155562002", name: "Иван Петров", external_source: "shop", external_id: "A-77" },
    { phone_number: "+14155562003", name: "王伟", tags: ["vip", "cn"] },
    { email: "100%_real@example.com", name: "Odd_Name\\" },
  ];
  for (const person of people) await waypost.call("POST", "/v1/contacts", person);
  // younger than those above, so that searches have to go beyond what they look at first
  await waypost.sql`
    insert into contacts (organization_id, id, name, phone_number, external_source, external_id)
    select ${waypost.organizationId}, 'ct_X' || lpad(n::text, 25, '0'), 'Crowd ' || md5(n::text), '+4930' || 1000000 + n, 'crowd', n::text
    from generate_series(1, ${CROWD}) as n`;
});

const list = async (query: string) => (await waypost.call("GET", `/v1/contacts?${query}`)).body;
const names = async (query: string): Promise<string[]> =>
  (await list(query)).data.map((contact: { name: string }) => contact.name);

test.each([
  ["jose muller", ["José Müller"]],
  ["JOSÉ", ["José Müller"]],
  ["ulle", ["José Müller"]],
  ["example jo", ["José Müller"]],
  ["иван", ["Иван Петров"]],
  ["ПЕТР", ["Иван Петров"]],
  ["етров", ["Иван Петров"]],
  ["王", ["王伟"]],
  ["a-77", ["Иван Петров"]],
  ["+1 (415) 556-2003", ["王伟"]],
  ["+1 (0) 415/556-2003", ["王伟"]],
  ["(415) 556.2003", ["王伟"]],
  ["5562001", ["José Müller"]],
  ["100%_", ["Odd_Name\\"]],
  ["name\\", ["Odd_Name\\"]],
  ["ob", []],
  ["nobody here", []],
])("searching for %s finds %j", async (q, found) => {
  expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(found);
});

test("contacts that share a value are found page by page, each once", async () => {
  const seen = new Set<string>();
  let cursor = "";
  for (let pages = 0; pages < 3; pages++) {
    const { data, meta } = await list(`q=crowd&limit=100${cursor}`);
    for (const { id } of data) seen.add(id);
    cursor = `&cursor=${meta.next_cursor}`;
  }
  expect(seen.size).toBe(300);
});

test("a search continues behind the newest, in order", async () => {
  const first = await list("q=example&limit=1");
  const second = await list(`q=example&limit=1&cursor=${first.meta.next_cursor}`);
  expect([first.data[0].name, second.data[0].name]).toEqual(["Odd_Name\\", "José Müller"]);
  expect(second.meta.next_cursor).toBeNull();
});

test("each filter leaves what it names, and all of them together", async () => {
  expect(await names("tag=vip")).toEqual(["王伟", "José Müller"]);
  expect(await names("tag=vip&q=mull")).toEqual(["José Müller"]);
  expect(await names("phone=%2B14155562001")).toEqual(["José Müller"]);
  expect(await names("email=JOSE@example.com")).toEqual(["José Müller"]);
  expect(await names("email=JOSE@example.com&tag=cn")).toEqual([]);
  expect(await names("external_source=shop")).toEqual(["Иван Петров"]);
  expect(await names("external_source=shop&external_id=A-77")).toEqual(["Иван Петров"]);
  expect((await list("external_id=A-77")).code).toBe("invalid_request");
});

test("what changed after a moment comes in the order of its changes", async () => {
  const since = new Date().toISOString();
  for (const phone of ["14155562003", "14155562001"]) {
    const { body } = await waypost.call("GET", `/v1/contacts/phone/${phone}`);
    await waypost.call("PATCH", `/v1/contacts/${body.id}`, { custom_fields: { seen: since } });
  }
  const first = await list(`updated_after=${since}&limit=1`);
  const second = await list(`updated_after=${since}&limit=1&cursor=${first.meta.next_cursor}`);
  expect([first.data[0].name, second.data[0].name]).toEqual(["王伟", "José Müller"]);
  expect((await list(`cursor=${first.meta.next_cursor}`)).code).toBe("invalid_cursor");
});

test("a renamed contact is found by its new name only, a deleted one not at all", async () => {
  const { body } = await waypost.call("POST", "/v1/contacts", { email: "r@example.org", name: "Before" });
  await waypost.call("PATCH", `/v1/contacts/${body.id}`, { name: "Zwölfter" });
  expect(await names("q=before")).toEqual([]);
  expect(await names("q=zwolf")).toEqual(["Zwölfter"]);
  await waypost.call("DELETE", `/v1/contacts/${body.id}`);
  expect(await names("q=zwolf")).toEqual([]);
});
