import { type Static, Type } from "../lib/typebox.ts";
import { refused } from "./refused.ts";

/** WhatsApp's own ids of a person, as a request gives them. They are added to those that the contact has. */
export const USER_IDS = {
  bsuid: Type.Optional(
    Type.String({
      maxLength: 160,
      description: "Meta's user id, such as `US.13491208655302741918`; is added",
    }),
  ),
  parent_bsuid: Type.Optional(
    Type.String({
      maxLength: 160,
      description: "The user id of linked portfolios, such as `US.ENT.11815799212886844830`; is added",
    }),
  ),
  lid: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "The id on paired numbers: digits, with or without `@lid`; is added",
    }),
  ),
  username: Type.Optional(
    Type.String({
      maxLength: 80,
      description: "The user name on WhatsApp, with or without its @; beside another identifier",
    }),
  ),
};

const UserIds = Type.Object(USER_IDS);
export type UserIds = Static<typeof UserIds>;

const FORMS = {
  bsuid: { form: /^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/, like: "a user id such as US.13491208655302741918" },
  parent_bsuid: {
    form: /^[A-Z]{2}\.ENT\.[A-Za-z0-9]{1,128}$/,
    like: "a user id of linked portfolios such as US.ENT.11815799212886844830",
  },
  lid: { form: /^\d{5,20}$/, like: "a LID such as 81234567890123@lid" },
  username: { form: /^[\p{L}\p{N}._]+$/u, like: "a user name such as @ada.byron" },
} as const;

const NAMES = ["bsuid", "parent_bsuid", "lid", "username"] as const;

/** The ids as identities have them. Throws 422 for what can't be one. */
export function userIdsOf(body: UserIds): UserIds {
  const given = NAMES.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]] as const]));
  return Object.fromEntries(given.map(([name, text]) => [name, idOf(name, text)]));
}

/** User names are compared without regard to case; people write them with an @ in front. */
export function usernameOf(value: string): string {
  return value.trim().replace(/^@/, "").toLowerCase();
}

/** The digits of a LID. */
export function lidOf(value: string): string {
  return value.trim().replace(/@lid$/, "");
}

function idOf(name: (typeof NAMES)[number], text: string): string {
  const id = name === "username" ? usernameOf(text) : name === "lid" ? lidOf(text) : text.trim();
  const { form, like } = FORMS[name];
  if (form.test(id)) return id;
  throw refused(`/${name}`, `is not ${like}`);
}
