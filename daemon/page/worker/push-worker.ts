/**
 * Shows what the daemon pushes while no tab of the page is open, and opens the page at it. It does nothing else: it keeps
 * no files, and sees none of the page's requests.
 */

type Notice = { tag: string; title: string; body: string; path: string };
type Tab = {
  focused: boolean;
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
};
type Late = { waitUntil(work: Promise<unknown>): void };
type Pushed = Late & { data: { json(): Notice } | null };
type Clicked = Late & { notification: { data: { url: string }; close(): void } };

/** What of a service worker's global scope is used here; the types of browsers and of Bun exclude each other. */
declare const self: {
  addEventListener(type: "push", listener: (event: Pushed) => void): void;
  addEventListener(type: "notificationclick", listener: (event: Clicked) => void): void;
  registration: { scope: string; showNotification(title: string, options: object): Promise<void> };
  clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<Tab[]>;
    openWindow(url: string): Promise<unknown>;
  };
};

const tabs = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });

self.addEventListener("push", (event) => {
  const notice = event.data?.json();
  if (notice !== undefined) event.waitUntil(show(notice));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

async function show({ title, body, tag, path }: Notice): Promise<void> {
  // who looks at the page sees it there
  if ((await tabs()).some(({ focused }) => focused)) return;
  const url = new URL(path, self.registration.scope).href;
  await self.registration.showNotification(title, { body, tag, data: { url } });
}

async function open(url: string): Promise<void> {
  const [tab] = await tabs();
  if (tab === undefined) return void (await self.clients.openWindow(url));
  await tab.focus();
  if (tab.url !== url) await tab.navigate(url);
}
