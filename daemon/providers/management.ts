/**
 * A provider's abilities beside sending: manage templates and bring numbers
 * in. A platform without them (paired numbers) leaves them out.
 */

import type { ChannelProbe } from "./channel.ts";
import type { FileToUpload } from "./file-to-upload.ts";
import type { MessageError } from "./message-error.ts";

/** How a management call ended. */
export type CallOutcome<Value> =
  | { kind: "done"; value: Value }
  | { kind: "refused"; error: MessageError; retryAfterSeconds?: number }
  /** The platform was not reached or its response was lost: the call may have been carried out. */
  | { kind: "unavailable"; reason: string };

/** Whether the business may call somebody; `until` is null for a permission for good. */
export type CallPermission = {
  status: "none" | "pending" | "granted" | "expired";
  until: string | null;
  canCall: boolean;
  /** Whether they may be asked. */
  canAsk: boolean;
};

/** The account at the platform that numbers and templates belong to, and a token for it, in the clear. */
export type BusinessAccount = { wabaId: string; accessToken: string };

/** A template as the platform has it. */
export type ProviderTemplate = {
  providerId: string;
  name: string;
  language: string;
  category: string;
  parameterFormat: "POSITIONAL" | "NAMED";
  status: string;
  rejectedReason: string | null;
  quality: string | null;
  components: Record<string, unknown>[];
  /** The most that its deliveries may cost, in the platform's form; null: as its price list has it. */
  maxPrice: Record<string, unknown> | null;
};

/** A template submitted for review. */
export type SubmittedTemplate = Pick<ProviderTemplate, "name" | "language" | "category"> & {
  parameterFormat: string;
  components: unknown[];
  /** For how long its messages are tried to be delivered; absent: as the platform does. */
  ttlSeconds?: number;
  maxPrice?: Record<string, unknown>;
};

/** The templates of an account. Nothing here throws. */
export type TemplateCatalogue = {
  /** Every template of the account. */
  list(account: BusinessAccount): Promise<CallOutcome<ProviderTemplate[]>>;
  submit(
    account: BusinessAccount,
    template: SubmittedTemplate,
  ): Promise<CallOutcome<{ providerId: string | null; status: string; category: string | null }>>;
  /** Replaces category and components; an approved template is reviewed again. */
  edit(
    account: BusinessAccount,
    providerId: string,
    changes: Pick<SubmittedTemplate, "category" | "components" | "ttlSeconds" | "maxPrice">,
  ): Promise<CallOutcome<null>>;
  remove(
    account: BusinessAccount,
    template: { name: string; providerId: string },
  ): Promise<CallOutcome<null>>;
  /** Uploads an example of a header; its handle stands for it. Absent where the app is not known. */
  uploadExample?(account: BusinessAccount, file: FileToUpload): Promise<CallOutcome<string>>;
};

/** A platform's notice about one template of an account; absent fields were not mentioned. */
export type TemplateEvent = {
  providerId: string;
  name: string;
  language: string;
  /** `deleted` when it is gone. */
  status?: string;
  rejectedReason?: string | null;
  flag?: string;
  quality?: string;
  category?: string;
};

/** A token's permissions, as the platform reports them. */
export type TokenInspection = {
  isValid: boolean;
  /** Whether it was made for the app this daemon is. */
  isOurs: boolean;
  scopes: string[];
  /** Accounts it is for; empty when the platform does not say. */
  wabaIds: string[];
  /** Null when it does not end. */
  expiresAt: Date | null;
};

export type ProviderNumber = {
  phoneNumberId: string;
  phoneNumber: string | null;
  name: string | null;
  qualityRating: string | null;
  /** Its channel's status now, and why. */
  status: ChannelProbe["status"];
  reason: string | null;
};

/** A person as calls name them: the digits of their number, or the platform's own id of them. */
export type Addressee = { phone: string | null; userId: string | null };

/** A number at the platform, and a token for it, in the clear. */
export type NumberAccess = { phoneNumberId: string; accessToken: string };

/** A number's own user name, and whether people see it: `reserved` or `approved`. Both are null when it has none. */
export type OwnUsername = { username: string | null; state: string | null };

/** The user names by which people find numbers. Nothing here throws. */
export type Usernames = {
  find(number: NumberAccess): Promise<CallOutcome<OwnUsername>>;
  /** Claims a name, with `transfers` also from another number of the business. Returns its state. */
  claim(number: NumberAccess, username: string, transfers: boolean): Promise<CallOutcome<string | null>>;
  release(number: NumberAccess): Promise<CallOutcome<null>>;
  /** Names that the platform keeps for the number. */
  suggest(number: NumberAccess): Promise<CallOutcome<string[]>>;
};

/** How a business's numbers come in. Nothing here throws. */
export type Onboarding = {
  /** Calls that need the identity of the app; null when the daemon has none. */
  app: {
    /** The token that a signup's code stands for, once. */
    exchangeCode(code: string, redirectUri?: string): Promise<CallOutcome<string | null>>;
    inspectToken(token: string): Promise<CallOutcome<TokenInspection>>;
    /** The fields of webhooks that are read here, but that the app is not subscribed to. */
    missingFields(signal: AbortSignal): Promise<CallOutcome<string[]>>;
  } | null;
  listNumbers(account: BusinessAccount): Promise<CallOutcome<ProviderNumber[]>>;
  /** Makes the platform send the account's webhooks to us. Repeating it is harmless. */
  subscribe(account: BusinessAccount): Promise<CallOutcome<null>>;
  /** Makes a verified number usable; `pin` becomes or is its two-step code. */
  register(
    number: NumberAccess,
    given: { pin: string; region?: string | undefined },
  ): Promise<CallOutcome<null>>;
  /** Has the platform send what the Business app on a number's phone has, which it does once. */
  askForPast(number: NumberAccess, what: "people" | "messages"): Promise<CallOutcome<null>>;
};
