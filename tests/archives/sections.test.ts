/** A section of an archive has the same rows, however few are read at once. */
import { beforeAll, expect, test } from "bun:test";
import { findPerson, type Person, readSection, SECTION_NAMES } from "../../db/archives/sections.ts";
import { callsOf, type Life, live } from "../erasing/life.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
let life: Life;
let person: Person;

beforeAll(async () => {
  life = await live(waypost);
  // both are in the broadcast, and stay in its report
  const { zelda, neighbour } = life;
  await callsOf(waypost).ok("POST", `/v1/contacts/${zelda}/merge`, { contact_id: neighbour });
  for (const source of ["shop", "till"]) {
    const identity = { type: "external", source, value: "42", contact_id: zelda };
    await waypost.sql`
      insert into contact_identities ${waypost.sql({ organization_id: waypost.organizationId, ...identity })}`;
  }
  person = await findPerson(waypost.sql, waypost.organizationId, zelda);
});

const read = (section: (typeof SECTION_NAMES)[number], after: string, most: number) =>
  readSection(waypost.sql, section, { organizationId: waypost.organizationId, person }, { after, most });

test.each(SECTION_NAMES)("%s, read one by one, are all of them", async (section) => {
  const one = [];
  for (let [row] = await read(section, "", 1); row !== undefined; [row] = await read(section, row.place, 1))
    one.push(row);
  expect(one).toEqual(await read(section, "", 1000));
});
