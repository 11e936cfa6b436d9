/** A daemon with an official channel called `shop` and a paired one called `home`, as programs made for others call it. */
import { expect } from "bun:test";
import { type Chat, startChat } from "../providers/whatsapp-web/chat.ts";
import type { Answer } from "../support/daemon.ts";

export type Site = Chat & {
  /** Calls a front, with the key in the header that its clients use. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

export const PERSON = "16505550100";

export async function startSite(prefix: string, header: string): Promise<Site> {
  const chat = await startChat();
  const { daemon } = chat;
  await daemon.call("PATCH", `/v1/channels/${daemon.channelId}`, { name: "shop" });
  await daemon.call("PATCH", `/v1/channels/${chat.channelId}`, { name: "home" });
  return { ...chat, ask: askerOf(daemon.url + prefix, header, daemon.key) };
}

/** Asks a front in the name of a key. */
export function askerOf(base: string, header: string, key: string): Site["ask"] {
  return async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(base + path, {
      method,
      headers: {
        ...{ [header]: key },
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isForm || typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };
}

/**
 * Asks seventy times at once with a key that may ask thirty times in ten seconds, and resolves with a refused answer.
 * Thirty have to be let through, or up to sixty if the ten seconds end meanwhile: each request counts once.
 */
export async function beyondRate(ask: () => Promise<Answer>): Promise<Answer> {
  const answers = await Promise.all(Array.from({ length: 70 }, ask));
  const [refused, ...others] = answers.filter(({ status }) => status === 429);
  expect(69 - others.length).toBeWithin(30, 61);
  if (refused === undefined) throw new Error("none was refused");
  return refused;
}
