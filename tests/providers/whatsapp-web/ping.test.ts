/** Whether a server answers a ping. */
import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import type { BinaryNode } from "baileys";
import {
  type Pinged,
  respondsToPing,
} from "../../../daemon/providers/whatsapp-web/connection/questions/ping.ts";

/** A socket whose server does this with each ping, by its id. */
function socketTo(server: (ws: EventEmitter, id: string) => void) {
  const ws = new EventEmitter();
  const sent: BinaryNode[] = [];
  const socket = {
    ws,
    generateMessageTag: () => `1.${sent.length}`,
    async sendNode(node: BinaryNode) {
      sent.push(node);
      server(ws, node.attrs.id ?? "");
    },
  };
  return { ws, sent, socket: socket as unknown as Pinged };
}

const result = (id: string, content: BinaryNode[] = []): BinaryNode => ({
  ...{ tag: "iq", attrs: { id, type: "result" }, content },
});

test("a server that answers responds", async () => {
  const { ws, sent, socket } = socketTo((ws, id) => ws.emit(`TAG:${id}`, result(id)));
  expect(await respondsToPing(socket, 5000)).toBe(true);
  expect(sent).toMatchObject([{ tag: "iq", attrs: { xmlns: "w:p" }, content: [{ tag: "ping" }] }]);
  expect(ws.eventNames()).toEqual([]);
});

test("a server that refuses, says nothing or is gone does not", async () => {
  const refusing = socketTo((ws, id) => ws.emit(`TAG:${id}`, result(id, [{ tag: "error", attrs: {} }])));
  expect(await respondsToPing(refusing.socket, 5000)).toBe(false);
  const silent = socketTo(() => {});
  expect(await respondsToPing(silent.socket, 20)).toBe(false);
  const leaving = socketTo((ws) => ws.emit("close"));
  expect(await respondsToPing(leaving.socket, 5000)).toBe(false);
  for (const { ws } of [refusing, silent, leaving]) expect(ws.eventNames()).toEqual([]);
});

test("a connection that takes nothing does not respond", async () => {
  const { socket } = socketTo(() => {
    throw new Error("Connection Closed");
  });
  expect(await respondsToPing(socket, 5000)).toBe(false);
});
