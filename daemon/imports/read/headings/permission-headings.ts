/** Headings of what people said of messages, in the languages of the other headings. */
export const CONSENT = `consent, whatsapp consent, consent whatsapp, marketing consent, opt in, opt in whatsapp,
  whatsapp opt in, einwilligung, einwilligung whatsapp, whatsapp einwilligung, werbeeinwilligung, zustimmung,
  consentimiento, consentimiento whatsapp, consentimento, consentimento whatsapp, consentement, consentement whatsapp,
  consenso, consenso whatsapp, toestemming, zgoda, zgoda marketingowa, onay, izin, согласие, موافقة, الموافقة, सहमति,
  persetujuan, 同意, 是否同意`;

export const CONSENT_AT = `consent at, consent date, date of consent, consented at, opt in date, opted in at,
  einwilligung am, einwilligung vom, einwilligungsdatum, datum der einwilligung, einwilligung datum, zustimmung am,
  fecha de consentimiento, fecha del consentimiento, data do consentimento, date de consentement, date du consentement,
  data consenso, data del consenso, datum toestemming, data zgody, onay tarihi, izin tarihi, дата согласия,
  تاريخ الموافقة, सहमति तिथि, tanggal persetujuan, 同意日期, 同意时间, 同意日, 同意日時`;

export const CONSENT_SOURCE = `consent source, source of consent, opt in source, einwilligung quelle,
  quelle der einwilligung, einwilligung über, origen del consentimiento, origem do consentimento,
  source du consentement, fonte del consenso, bron toestemming, źródło zgody, onay kaynağı, источник согласия,
  sumber persetujuan, 同意来源`;

export const CONSENT_PROOF = `consent proof, proof of consent, opt in proof, nachweis, nachweis einwilligung,
  einwilligung nachweis, einwilligungsnachweis, nachweis der einwilligung, prueba de consentimiento,
  prueba del consentimiento, prova do consentimento, preuve du consentement, prova del consenso,
  bewijs van toestemming, dowód zgody, onay kanıtı, подтверждение согласия, إثبات الموافقة, bukti persetujuan,
  同意证明, 同意の証拠`;

export const SUPPRESSION = `suppression, suppressed, opt out, opted out, unsubscribed, do not contact, do not message,
  gesperrt, sperre, sperrvermerk, werbesperre, widerruf, widerspruch, werbewiderspruch, abgemeldet, baja,
  no contactar, descadastrado, não contatar, désinscrit, ne pas contacter, disiscritto, non contattare, uitgeschreven,
  niet benaderen, wypisany, nie kontaktować, abonelikten çıktı, отписан, отписка, إلغاء الاشتراك,
  berhenti berlangganan, 退订, 已退订, 配信停止`;

export const SUPPRESSION_AT = `suppression at, suppressed at, suppression date, opt out date, opted out at,
  unsubscribed at, gesperrt am, gesperrt seit, sperrdatum, widerruf am, widerspruch am, abgemeldet am, fecha de baja,
  data do descadastro, date de désinscription, data disiscrizione, datum uitschrijving, data wypisania, дата отписки,
  退订日期, 配信停止日`;

export const SUPPRESSION_PROOF = `suppression proof, opt out proof, nachweis sperre, nachweis der sperre, nachweis widerruf,
  nachweis widerspruch`;
