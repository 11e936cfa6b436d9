import type { World } from "../world.ts";

const FROM_A_PHONE = /^\/sandbox\/phones\/(\d+)\/(?:messages|calls)$/;

/** Why what a phone of WhatsApp Web sends is not sent: it is for one of Meta's numbers. Null when it is for another. */
export async function unreached(
  request: Request,
  { pathname }: URL,
  { phones }: World,
): Promise<string | null> {
  const [, from] = request.method === "POST" ? (FROM_A_PHONE.exec(pathname) ?? []) : [];
  if (from === undefined) return null;
  const { to } = Object(
    await request
      .clone()
      .json()
      .catch(() => null),
  ) as { to?: unknown };
  const official = [...phones.values()].find(({ digits }) => digits === to);
  if (official === undefined) return null;
  return `${to} is an official number, which the phones of this sandbox do not reach; write to it with: waypost sandbox inbound --from ${from} --phone-number-id ${official.id} --text '…'`;
}
