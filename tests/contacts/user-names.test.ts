/** The user names by which people without a number write. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();

test("a user name goes from the person who had it to the one who has it now, and others keep theirs", async () => {
  const names = { "US.78001": "ada.l", "US.78002": "grace.h", "US.78003": "alan.t" };
  const write = (user_id: string, username: string) =>
    take(waypost, {
      contacts: [{ user_id, profile: { username } }],
      messages: [
        {
          id: `wamid.${username}.${user_id}`,
          timestamp: "1795233277",
          type: "text",
          text: { body: "Hi" },
          from_user_id: user_id,
        },
      ],
    });
  for (const [user, name] of Object.entries(names)) await write(user, name);
  await write("US.78002", "ada.l");
  const namesOf = async (user: string) =>
    (
      await waypost.call("POST", "/v1/contacts/lookup", { identifiers: [{ type: "whatsapp", value: user }] })
    ).body.identities
      .filter(({ type }: { type: string }) => type === "username")
      .map(({ value }: { value: string }) => value);
  expect(await Promise.all(Object.keys(names).map(namesOf))).toEqual([[], ["ada.l"], ["alan.t"]]);
  const found = async (path: string, q: string) =>
    (await waypost.call("GET", `/v1/${path}?q=${encodeURIComponent(q)}`)).body.data;
  const [grace] = await found("contacts", "@ada.l");
  for (const q of ["ada.l", "@Ada", "da.l"]) {
    expect(await found("contacts", q)).toEqual([grace]);
    expect((await found("conversations", q)).map((one: { contact_id: string }) => one.contact_id)).toEqual([
      grace.id,
    ]);
  }
  expect(await found("contacts", "grace.h")).toEqual([]);
});
