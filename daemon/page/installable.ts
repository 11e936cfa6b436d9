/** What a browser needs to keep the page among a machine's or a phone's programs: icons, and what says which. */
import { join } from "node:path";

/** The folder of the pictures. */
const ICONS = join(import.meta.dir, "icons");

/** The mark as it is seen, and for systems that cut a shape of their own out of it. */
const PICTURES = [
  { file: "icon-192.png", sizes: "192x192", purpose: "any" },
  { file: "icon-512.png", sizes: "512x512", purpose: "any" },
  { file: "maskable-512.png", sizes: "512x512", purpose: "maskable" },
] as const;
/** iPhones cut a shape, too. */
const FOR_IPHONES = "maskable-512.png";

type Installable = {
  files: Record<string, Uint8Array>;
  /** The names of the manifest, and of the icon for systems that read none. */
  manifest: string;
  icon: string;
};

/** The files by names that change with what is in them. */
export async function installable(): Promise<Installable> {
  const files: Record<string, Uint8Array> = {};
  const names = new Map<string, string>();
  for (const { file } of PICTURES) {
    const bytes = await Bun.file(join(ICONS, file)).bytes();
    const name = hashed(file, bytes);
    files[name] = bytes;
    names.set(file, name);
  }
  const about = new TextEncoder().encode(JSON.stringify(manifestOf(names)));
  const manifest = hashed("waypost.webmanifest", about);
  files[manifest] = about;
  return { files, manifest, icon: names.get(FOR_IPHONES) ?? "" };
}

/** Web Application Manifest (W3C). Its addresses are relative to its own, so it holds below any path. */
function manifestOf(names: ReadonlyMap<string, string>) {
  return {
    name: "Waypost",
    short_name: "Waypost",
    start_url: "../inbox",
    scope: "../",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#f6f6f5",
    icons: PICTURES.map(({ file, ...about }) => ({ src: names.get(file), type: "image/png", ...about })),
  };
}

function hashed(file: string, bytes: Uint8Array): string {
  const hash = new Bun.CryptoHasher("sha256").update(bytes).digest("hex").slice(0, 8);
  return file.replace(".", `-${hash}.`);
}
