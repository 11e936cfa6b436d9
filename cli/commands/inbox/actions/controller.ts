import { interrupted } from "../../../lib/failures/failure.ts";
import { type Chat, newChat, withChosen } from "../model/chat.ts";
import { edited, typed } from "../model/editor.ts";
import type { Move, Press } from "../model/keys.ts";
import { chosenConversation, chosenIndex, type ListFilter, NO_LIST, withMove } from "../model/list.ts";
import { newPick, pressed } from "../model/prompt.ts";
import type { Store } from "../model/session.ts";
import type { Action } from "./actions.ts";
import type { Reader } from "./reader.ts";

/** How much is seen at once, for keys that move by a page. */
export type Reach = { rows: number; lines: number; lastScroll: number };

export type ControllerOptions = {
  store: Store;
  reader: Reader;
  /** Does what an action is named for. */
  act: (action: Action) => Promise<void>;
  /** Does the work of a key, and says what went wrong with it. */
  run: (work: () => Promise<void>) => void;
  /** Ends the view: well, or with an error. */
  end: (error?: Error) => void;
};

/** Does what keys ask for. */
export function createController({ store, reader, act, run, end }: ControllerOptions) {
  const refresh = () => run(reader.refresh);

  const press = (one: Press, reach: Reach) => {
    if (one.kind === "interrupt") return end(interrupted());
    const { prompt, help, chat, menu } = store.get();
    if (prompt !== null) return pressPrompt(one);
    if (help !== null) return pressHelp(one, help, reach);
    store.set({ notice: null });
    if (menu) return pressMenu(one);
    return chat === null ? pressList(one, reach) : pressChat(one, reach);
  };

  const pressHelp = (one: Press, help: number, { lines, lastScroll }: Reach) => {
    if (one.kind === "back" || isLetter(one, "?")) return store.set({ help: null });
    if (one.kind !== "move") return;
    const steps = {
      ...{ up: -1, down: 1, "page up": -lines, "page down": lines },
      ...{ first: -Infinity, last: Infinity },
    };
    store.set({ help: Math.max(0, Math.min(lastScroll, help + steps[one.move])) });
  };

  /** A prompt that is answered may ask the next thing, which stays. */
  const pressPrompt = (one: Press) => {
    const { prompt } = store.get();
    if (prompt === null) return;
    const next = pressed(prompt, one);
    if (store.get().prompt === prompt) store.set({ prompt: next });
  };

  const pressList = (one: Press, { rows }: Reach) => {
    if (one.kind === "move") return moveInList(one.move, rows);
    if (one.kind === "enter") return openChat();
    if (one.kind === "back") return search("");
    if (one.kind !== "letter") return;
    if (one.letter === "q") return end();
    LIST_LETTERS[one.letter]?.();
  };

  const LIST_LETTERS: Readonly<Record<string, () => void>> = {
    k: () => moveInList("up", 1),
    j: () => moveInList("down", 1),
    "?": () => store.set({ help: 0 }),
    "/": () => store.set({ prompt: newPick("Search by name or number", [], search, true) }),
    u: () => filter({ unread: !store.get().filter.unread }),
    w: () => filter({ unanswered: !store.get().filter.unanswered }),
    t: () => run(takeNext),
    z: () => run(() => act("snooze")),
    m: () => run(() => act("unread")),
    s: () => filter({ status: nextStatus(store.get().filter.status) }),
    n: () => run(() => act("note")),
    c: () => run(() => act("close")),
    a: () => run(() => act("assign")),
  };

  const moveInList = (move: Move, page: number) => {
    const list = withMove(store.get().list, move, page);
    store.set({ list });
    if (chosenIndex(list) >= list.rows.length - 2 * page) run(reader.more);
  };

  const search = (q: string) => {
    if (q !== store.get().filter.q) filter({ q });
  };

  const filter = (change: Partial<ListFilter>) => {
    store.set({ filter: { ...store.get().filter, ...change }, list: NO_LIST, isRead: false });
    refresh();
  };

  const takeNext = async () => {
    await act("next");
    await reader.refresh();
  };

  const openChat = () => {
    const conversation = chosenConversation(store.get().list);
    if (conversation === undefined) return;
    store.set({ chat: newChat(conversation) });
    refresh();
  };

  const pressChat = (one: Press, { lines, lastScroll }: Reach) => {
    const { chat } = store.get();
    if (chat === null) return;
    // not by spreading, whose type is too deep for the compiler: a message can be of many
    const change = (changed: Partial<Chat>) => store.set({ chat: Object.assign({}, chat, changed) });
    switch (one.kind) {
      case "letter":
        return change({ draft: typed(chat.draft, one.letter) });
      case "line":
        return change({ draft: typed(chat.draft, "\n") });
      case "edit":
        return change({ draft: edited(chat.draft, one.edit) });
      case "enter":
        return run(() => act("answer"));
      case "tab":
        return store.set({ menu: true });
      case "back":
        return leaveChat();
      case "move":
        return moveInChat(one.move, lines, lastScroll);
    }
  };

  /** First the quote, the file and the choice go, then the chat. */
  const leaveChat = () => {
    const { chat } = store.get();
    if (chat === null) return;
    const { quoted, file, chosen, scroll } = chat;
    const isPlain = quoted === null && file === null && chosen === null && scroll === 0;
    store.set({ chat: isPlain ? null : { ...chat, quoted: null, file: null, chosen: null, scroll: 0 } });
    if (isPlain) refresh();
  };

  const moveInChat = (move: Move, lines: number, lastScroll: number) => {
    const { chat } = store.get();
    if (chat === null) return;
    if (move === "up" || move === "down") store.set({ chat: withChosen(chat, move === "up" ? -1 : 1) });
    else {
      const steps = { "page up": lines, "page down": -lines, first: Infinity, last: -Infinity };
      const scroll = Math.max(0, Math.min(lastScroll, chat.scroll + steps[move]));
      store.set({ chat: { ...chat, scroll, chosen: null } });
    }
    const now = store.get().chat;
    const isAtFirst = now?.chosen !== null && now?.chosen === now?.messages[0]?.id;
    if (isAtFirst || (now?.scroll ?? 0) + lines >= lastScroll) run(reader.older);
  };

  const pressMenu = (one: Press) => {
    store.set({ menu: false });
    const action = one.kind === "letter" ? MENU[one.letter] : undefined;
    if (action !== undefined) run(() => act(action));
  };

  return {
    press,
    /** Text that was pasted: line ends in it send nothing. */
    paste(text: string): void {
      const { prompt, chat } = store.get();
      const pasted = text.replaceAll(/\r\n?/g, "\n");
      if (prompt !== null) pressPrompt({ kind: "letter", letter: pasted.replaceAll("\n", " ").trim() });
      else if (chat !== null) store.set({ chat: { ...chat, draft: typed(chat.draft, pasted) } });
    },
  };
}

const MENU: Readonly<Record<string, Action>> = {
  f: "file",
  t: "template",
  "/": "quickReply",
  r: "react",
  q: "quote",
  n: "note",
  c: "close",
  a: "assign",
  z: "snooze",
  u: "unread",
};

function isLetter(press: Press, letter: string): boolean {
  return press.kind === "letter" && press.letter === letter;
}

function nextStatus(status: ListFilter["status"]): ListFilter["status"] {
  const all = ["open", "snoozed", "closed", null, "contacted", "archived"] as const;
  return all[(all.indexOf(status) + 1) % all.length] ?? null;
}
