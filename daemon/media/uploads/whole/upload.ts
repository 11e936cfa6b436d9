import { rm } from "node:fs/promises";
import { Value } from "@sinclair/typebox/value";
import type { Sql } from "../../../../db/connection/client.ts";
import { findKeeping } from "../../../../db/maintenance/kept.ts";
import { refuseFetch } from "../../../auth/agents/changes.ts";
import type { EgressGuard } from "../../../egress/guard.ts";
import type { Target } from "../../../file-rules/forms.ts";
import { readJson } from "../../../http/body/body.ts";
import { type Caller, namesOf } from "../../../http/caller.ts";
import { createOnce } from "../../../http/once/once.ts";
import { problem } from "../../../http/problem.ts";
import { type Static, Type } from "../../../lib/typebox.ts";
import type { Converter } from "../../outgoing/convert/convert.ts";
import { showMedia } from "../../record.ts";
import { findSpace } from "../../space.ts";
import type { MediaStore } from "../../stores/store.ts";
import { asUploadProblem } from "./failures.ts";
import { takeFromAddress } from "./from-address.ts";
import { incomingOf } from "./incoming.ts";
import type { Wishes } from "./judge.ts";
import { keepFile } from "./keep-file.ts";
import { type Taken, take } from "./take.ts";

export type UploadDependencies = {
  sql: Sql;
  media: MediaStore;
  guard: EgressGuard;
  /** The folder of unfinished files. */
  incoming: string;
  organizationMediaGb: number;
  retentionDays: number;
  converter: Converter;
};

/** A request that brings a file: in its body, or an address to fetch it from. */
export type UploadRequest = {
  caller: Caller;
  request: Request;
  body: ReadableStream<Uint8Array>;
  set: { status?: number | string; headers: Record<string, string | number> };
  /** The client's wishes, which it has to fit. */
  wishes: Wishes;
  /** The form that the file is converted to. */
  target: Target | undefined;
};

/** An address to fetch a file from. */
export const AddressBody = Type.Object(
  {
    url: Type.String({ maxLength: 2048, description: "Where the file is fetched from, once" }),
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  },
  { title: "MediaAddress", examples: [{ url: "https://example.com/menu.pdf", filename: "menu.pdf" }] },
);

/**
 * Takes a file and responds with its record. With an `Idempotency-Key` once for the key: another file under the same
 * key is refused.
 */
export async function upload(dependencies: UploadDependencies, given: UploadRequest) {
  const { request } = given;
  const isAddress = /^application\/json\b/i.test(request.headers.get("content-type") ?? "");
  try {
    return isAddress ? await uploadAddress(dependencies, given) : await uploadBody(dependencies, given);
  } catch (cause) {
    throw asUploadProblem(cause);
  }
}

async function uploadBody(dependencies: UploadDependencies, given: UploadRequest) {
  const { caller, request, body, wishes, target } = given;
  const space = await findSpace(dependencies, caller.organizationId);
  const incoming = await incomingOf(body, request.headers);
  const taken = await take(incoming, {
    folder: dependencies.incoming,
    wishes,
    space,
    names: namesOf(caller),
  });
  try {
    const { sha256, mimeType, fileName } = taken;
    const once = createOnce(
      dependencies.sql,
      { ...given, body: { sha256, mimeType, fileName, target } },
      undefined,
    );
    return await once.onceElsewhere(() => kept(dependencies, given, taken));
  } finally {
    await rm(taken.path, { force: true });
  }
}

async function uploadAddress(dependencies: UploadDependencies, given: UploadRequest) {
  const { caller, request, wishes, target } = given;
  await refuseFetch(dependencies.sql, caller);
  const address = await addressOf(given);
  const once = createOnce(dependencies.sql, { ...given, body: { ...address, target } }, undefined);
  return await once.onceElsewhere(async () => {
    const space = await findSpace(dependencies, caller.organizationId);
    const { guard, incoming: folder } = dependencies;
    const taken = await takeFromAddress(address, { guard, folder, wishes, space, signal: request.signal });
    return await kept(dependencies, given, taken).finally(() => rm(taken.path, { force: true }));
  });
}

async function kept(
  dependencies: UploadDependencies,
  { caller, request: { signal }, target }: UploadRequest,
  taken: Taken,
) {
  const { organizationId, channelIds: forChannels } = caller;
  const row = await keepFile(dependencies, organizationId, taken, {
    ...{ names: namesOf(caller), target, signal, forChannels },
  });
  return {
    status: 201,
    body: showMedia(row, await findKeeping(dependencies.sql, organizationId, dependencies)),
  };
}

async function addressOf({ body }: UploadRequest): Promise<Static<typeof AddressBody>> {
  const given = await readJson(new Request("http://body", { method: "POST", body }), "application/json");
  if (Value.Check(AddressBody, given) && URL.canParse(given.url)) return given;
  const [wrong] = Value.Errors(AddressBody, given);
  const { path, message } = wrong ?? { path: "/url", message: "expected an address" };
  throw problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
