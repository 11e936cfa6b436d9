/** What Meta says of a number or its account, in words. */
import { expect, test } from "bun:test";
import { readInbound } from "../../daemon/providers/cloud-api/inbound/inbound.ts";
import { change, PHONE } from "./support.ts";

const read = (value: object) => readInbound(change(value, "account_alerts"));
const TYPES = [
  ...["INCREASED_CAPABILITIES_ELIGIBILITY_DEFERRED", "INCREASED_CAPABILITIES_ELIGIBILITY_FAILED"],
  ...["INCREASED_CAPABILITIES_ELIGIBILITY_NEED_MORE_INFO", "OBA_APPROVED", "OBA_REJECTED"],
  "PROFILE_PICTURE_LOST",
];

test.each(TYPES)("%s has words of its own", (alert_type) => {
  const [inbound] = read({
    entity_type: "BUSINESS",
    alert_info: { alert_type, alert_description: "Words." },
  });
  const [fact] = inbound?.facts ?? [];
  expect(fact).toMatchObject({ kind: "alert", type: alert_type, description: "Words." });
  if (fact?.kind === "alert") expect(fact.text).not.toBe("Words.");
});

test("a number's alert is for that number, others are for the account's numbers", () => {
  const alert_info = { alert_type: "OBA_REJECTED", alert_severity: "CRITICAL" };
  const [number] = read({ entity_type: "PHONE_NUMBER", entity_id: PHONE.id, alert_info });
  expect(number).toMatchObject({ target: { phoneNumberId: PHONE.id }, facts: [{ severity: "critical" }] });
  const [account] = read({ entity_type: "BUSINESS", entity_id: 1234, alert_info });
  expect(account?.target).toEqual({ accountId: PHONE.wabaId, phone: null });
});

test("one of an unknown type is in Meta's words, and one in the older form is read alike", () => {
  const [strange] = read({ alert_info: { alert_type: "NEW_ONE", alert_description: "Look at this." } });
  expect(strange?.facts).toMatchObject([{ type: "NEW_ONE", text: "Look at this.", severity: "warning" }]);
  const [older] = read({ alert_type: "OBA_APPROVED", alert_severity: "INFORMATIONAL", alert_status: "NONE" });
  expect(older?.facts).toMatchObject([{ type: "OBA_APPROVED", severity: "informational", advice: null }]);
  expect(read({ alert_info: { alert_severity: "CRITICAL" } })).toEqual([]);
});

test.each([
  [
    { username: "blue.door", status: "approved" },
    [{ kind: "username", username: "blue.door", status: "approved" }],
  ],
  [{ username: "blue.door", status: "deleted" }, [{ kind: "username", username: null, status: "deleted" }]],
  [{ username: "blue.door", status: "pending_review" }, undefined],
  [{ status: "approved" }, undefined],
])("of a number's user name, %j is read as %j, under either name of the field", (value, facts) => {
  for (const field of ["business_username_updates", "business_username_update"]) {
    const [inbound] = readInbound(change({ display_phone_number: "+1 555-099-0100", ...value }, field));
    expect(inbound?.facts as unknown).toEqual(facts);
  }
});
