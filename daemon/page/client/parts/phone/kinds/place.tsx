import { ExternalLink, MapPin } from "lucide-react";
import { PHONE } from "../../../view-words.ts";
import { Id } from "../../code.tsx";
import type { Drawn } from "../drawn.ts";
import { LongText } from "../long-text.tsx";
import style from "../phone.module.css";
import { numberAt, textAt, webAddress } from "../read.ts";

/** A place: its coordinates to copy, and a way to a map. No map is loaded, which would say who is looking where. */
export function Place({ content }: Drawn) {
  const [latitude, longitude] = [numberAt(content, "latitude"), numberAt(content, "longitude")];
  const [name, address, caption] = [
    textAt(content, "name"),
    textAt(content, "address"),
    textAt(content, "caption"),
  ];
  const page = webAddress(textAt(content, "url"));
  return (
    <>
      <div className={style.place}>
        <MapPin aria-hidden size="1.5rem" />
        <div>
          {content.live === true && <p className={style.small}>{PHONE.livePlace}</p>}
          {name !== null && (
            <p className={style.title} dir="auto">
              {name}
            </p>
          )}
          {address !== null && <p dir="auto">{address}</p>}
          {latitude !== null && longitude !== null && (
            <>
              <Id value={`${latitude}, ${longitude}`} />
              <p>
                <a href={mapOf(latitude, longitude)} target="_blank" rel="noopener noreferrer">
                  {PHONE.openMap} <ExternalLink aria-hidden size="0.875rem" />
                </a>
              </p>
            </>
          )}
          {page !== null && (
            <a href={page.href} target="_blank" rel="noopener noreferrer nofollow">
              <bdi>{page.host}</bdi>
            </a>
          )}
        </div>
      </div>
      {caption !== null && <LongText>{caption}</LongText>}
    </>
  );
}

function mapOf(latitude: number, longitude: number): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}
