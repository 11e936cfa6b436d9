import { problem } from "../http/problem.ts";
import { type TProperties, Type } from "../lib/typebox.ts";
import type { AccountForm } from "../providers/account-form.ts";
import type { Platform, Providers } from "../providers/provider.ts";

type FormOfPlatform = { platform: string; form: AccountForm };

/** How channels are connected of each platform where they are not paired. */
export function accountFormsOf(providers: Providers): FormOfPlatform[] {
  return Object.values(providers).flatMap((platform) => {
    const form = platform === undefined ? null : accountFormOf(platform);
    return platform === undefined || form === null ? [] : [{ platform: platform.name, form }];
  });
}

/** How channels of a platform are connected; null when they are paired. */
export function accountFormOf({ connects }: Pick<Platform, "connects">): AccountForm | null {
  return connects === "pairing" ? null : connects;
}

/** Members that some platforms have, as all platforms' schema has them. */
export function membersOf(groups: readonly TProperties[]): TProperties {
  const members: TProperties = Object.assign({}, ...groups);
  return Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]));
}

/** Throws 422 when a body lacks a member that its platform needs. */
export function requireMembers({ required }: AccountForm, body: { platform: string }): void {
  const missing = required.find((name) => !(name in body));
  if (missing === undefined) return;
  const path = `/${missing}`;
  throw problem(422, "invalid_request", `${path}: required for ${body.platform}`, {
    errors: [{ path, message: `required for ${body.platform}` }],
  });
}
