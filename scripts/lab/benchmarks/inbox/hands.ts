/** What somebody feels who works in the inbox: how soon a conversation is there, a key, and the next frame. */
import type { Page } from "playwright-core";
import { type Figure, figure, quantile } from "../report.ts";
import { LONG } from "./stored.ts";

type Hands = { opened: number; keys: number };

export async function measureHands(page: Page, { opened, keys }: Hands): Promise<Figure[]> {
  await page.locator(ROWS).first().waitFor();
  const openings: number[] = [];
  const listed = await page.getByRole("list", { name: "Conversations" }).getByRole("link").all();
  for (const line of listed.slice(0, opened))
    openings.push(await open(page, (await line.getAttribute("href")) ?? ""));
  const long = await open(page, `/inbox/${LONG}`);
  const typed = await type(page, keys);
  const frames = await scroll(page);
  return [
    figure("a conversation is opened, p50", quantile(openings, 0.5), "ms"),
    figure("a conversation is opened, p95", quantile(openings, 0.95), "ms", { atMost: 100 }),
    figure("the long conversation is opened", long, "ms", { atMost: 100 }),
    figure("from a key to its character, p95", quantile(typed, 0.95), "ms", { atMost: 16 }),
    figure("messages that were scrolled through", frames.messages, "", { digits: 0 }),
    figure("frames while scrolling, p50", quantile(frames.times, 0.5), "ms"),
    figure("frames while scrolling, p99", quantile(frames.times, 0.99), "ms"),
    figure("the longest frame while scrolling", Math.max(...frames.times), "ms", { atMost: 50 }),
    figure("messages that are drawn at once, at most", frames.drawn, "", { digits: 0 }),
  ];
}

const ROWS = "[role=log] li[id^=message-]";

/** Milliseconds from a press of its link, which changes the address, until messages of another conversation are drawn. */
async function open(page: Page, address: string): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve) => {
    const first = () => document.querySelector("${ROWS}")?.id;
    const before = first();
    const startedAt = performance.now();
    history.pushState(null, "", "${address}");
    const look = () => {
      const now = first();
      if (now !== undefined && now !== before) resolve(performance.now() - startedAt);
      else requestAnimationFrame(look);
    };
    look();
  })`);
}

/** Milliseconds from each key until the frame that shows its character is drawn. */
async function type(page: Page, keys: number): Promise<number[]> {
  await page.getByRole("textbox", { name: "Answer" }).focus();
  await page.evaluate(`{
    window.typed = [];
    let pressedAt = 0;
    addEventListener("keydown", ({ timeStamp }) => { pressedAt = timeStamp; }, true);
    addEventListener("input", () => {
      const from = pressedAt;
      requestAnimationFrame(() => setTimeout(() => window.typed.push(performance.now() - from)));
    }, true);
  }`);
  await page.keyboard.type("a word ".repeat(Math.ceil(keys / 7)).slice(0, keys), { delay: 40 });
  await page.waitForFunction(`window.typed.length >= ${keys}`);
  return await page.evaluate<number[]>("window.typed");
}

type Frames = { times: number[]; messages: number; drawn: number };

/** Scrolls to the beginning, so many pixels a frame, and waits there for what is being read. */
async function scroll(page: Page): Promise<Frames> {
  return await page.evaluate<Frames>(`new Promise((resolve) => {
    const box = document.querySelector("[role=log]").parentElement;
    const met = new Set();
    const times = [];
    let [last, still, drawn] = [performance.now(), 0, 0];
    const step = (now) => {
      times.push(now - last);
      last = now;
      if (times.length % 20 === 0) {
        const rows = document.querySelectorAll("${ROWS}");
        drawn = Math.max(drawn, rows.length);
        for (const { id } of rows) met.add(id);
      }
      still = box.scrollTop === 0 ? still + 1 : 0;
      box.scrollTop -= 400;
      if (still < 300) requestAnimationFrame(step);
      else resolve({ times: times.slice(1, -300), messages: met.size, drawn });
    };
    requestAnimationFrame(step);
  })`);
}
