import { createHmac, timingSafeEqual } from "node:crypto";

/** How long a link works. */
const LINK_SECONDS = 3600;

/** The one file that a link is for, and until when, in seconds since 1970. */
export type Link = { organizationId: string; mediaId: string; until: number };

export type DownloadLinks = {
  /** An address from which anybody can download a file, for an hour; at the daemon's own, where no base is given. */
  make(file: Omit<Link, "until">, base?: string): string;
  /** Whether we signed exactly this. */
  isSigned(link: Link, signature: string): boolean;
  /** Says where the API listens, for links that are made for no request. */
  servedAt(url: string): void;
};

/** Links to files that need no key. */
export function createDownloadLinks(key: Uint8Array, publicUrl: string | undefined): DownloadLinks {
  let own = publicUrl ?? "";
  const sign = ({ organizationId, mediaId, until }: Link) =>
    createHmac("sha256", key)
      .update(JSON.stringify([organizationId, mediaId, until]))
      .digest();
  return {
    make({ organizationId, mediaId }, base = own) {
      const until = Math.floor(Date.now() / 1000) + LINK_SECONDS;
      const signature = sign({ organizationId, mediaId, until }).toString("base64url");
      const query = new URLSearchParams({ org: organizationId, until: String(until), signature });
      return `${base.replace(/\/$/, "")}/v1/media/${encodeURIComponent(mediaId)}/download?${query}`;
    },
    isSigned(link, signature) {
      const [given, right] = [Buffer.from(signature, "base64url"), sign(link)];
      return given.length === right.length && timingSafeEqual(given, right);
    },
    servedAt(url) {
      own = publicUrl ?? url;
    },
  };
}
