import { language, type OptOutLanguage } from "./opt-out-language.ts";
import { MORE_LANGUAGES } from "./opt-out-more-words.ts";

/** How an organisation handles people who want no more messages. */
export type OptOutSettings = { enabled: boolean; languages: Record<string, OptOutLanguage> };

/** Those of most people who write to businesses. */
const LANGUAGES: Readonly<Record<string, OptOutLanguage>> = {
  en: language({
    stop: `stop, stop all, unsubscribe, opt out, stop promotions, stop promotion, stop promos,
      stop marketing, stop messages, no more messages, stop ads`,
    start: `start, unstop, subscribe, resubscribe, opt in, start promotions, resume promotions,
      resume messages`,
    stopped: "You will get no more messages from us. Reply START to get them again.",
    started: "You will get our messages again. Reply STOP to end them.",
  }),
  de: language({
    stop: `stopp, abmelden, abbestellen, abmeldung, abbestellung, werbung stoppen, werbung beenden,
      werbung abbestellen, keine werbung mehr, keine nachrichten mehr, promotions stoppen,
      promotionen stoppen, aktionen stoppen, werbeaktionen stoppen, angebote stoppen,
      werbeaktionen beenden, newsletter abbestellen, newsletter abmelden`,
    start: "anmelden, wieder anmelden, abonnieren, werbung fortsetzen",
    stopped: "Sie bekommen keine Nachrichten mehr von uns. Mit ANMELDEN bekommen Sie sie wieder.",
    started: "Sie bekommen unsere Nachrichten wieder. STOPP beendet sie.",
  }),
  es: language({
    stop: `baja, dar de baja, darme de baja, darse de baja, dame de baja, cancelar suscripción,
      cancelar la suscripción, cancelar mi suscripción, anular suscripción, desuscribir,
      desuscribirme, desuscribirse, no más mensajes, no más promociones, detener promociones,
      detener las promociones, parar promociones, dejar de recibir promociones,
      dejar de recibir mensajes, detener mensajes, no recibir más mensajes`,
    start: `alta, darme de alta, dar de alta, suscribirme, suscribirse, suscribir, reanudar promociones`,
    stopped: "No recibirá más mensajes nuestros. Responda ALTA para recibirlos de nuevo.",
    started: "Volverá a recibir nuestros mensajes. Responda BAJA para terminar.",
  }),
  fr: language({
    stop: `arrêt, désabonner, désinscrire, me désabonner, se désabonner, se désinscrire, me désinscrire,
      désabonnement, désinscription, désabonnez-moi, stop pub, stop promotions,
      arrêter les promotions, arrêter promotions, arrêter les promos, arrêter les messages,
      plus de messages, ne plus recevoir de messages, ne plus recevoir de promotions`,
    start: `abonner, m'abonner, s'abonner, me réabonner, se réabonner, réabonner,
      reprendre les promotions`,
    stopped: "Vous ne recevrez plus nos messages. Répondez ABONNER pour les recevoir à nouveau.",
    started: "Vous recevrez à nouveau nos messages. Répondez STOP pour y mettre fin.",
  }),
  pt: language({
    stop: `parar, pare, sair, cancelar inscrição, cancelar a inscrição, cancelar subscrição,
      cancelar assinatura, descadastrar, me descadastrar, descadastrar-me, desinscrever,
      desinscrever-me, me desinscrever, parar promoções, parar as promoções, interromper promoções,
      parar mensagens, não receber mais mensagens, não receber promoções, chega de mensagens`,
    start: `voltar, inscrever, me inscrever, inscrever-me, retomar promoções, voltar a receber`,
    stopped: "Você não receberá mais mensagens nossas. Responda VOLTAR para recebê-las de novo.",
    started: "Você voltará a receber nossas mensagens. Responda PARAR para terminar.",
  }),
  it: language({
    stop: `disiscrivimi, disiscriviti, disiscrivermi, disiscrivi, disiscrizione, annulla iscrizione,
      annulla l'iscrizione, annullare iscrizione, cancella iscrizione, cancellami, cancellarmi,
      interrompi promozioni, interrompi le promozioni, ferma promozioni, blocca promozioni,
      stop promozioni, basta messaggi, niente più messaggi`,
    start: "iscrivimi, iscriviti, iscrivermi, riprendi promozioni",
    stopped: "Non riceverai più i nostri messaggi. Rispondi ISCRIVIMI per riceverli di nuovo.",
    started: "Riceverai di nuovo i nostri messaggi. Rispondi STOP per terminare.",
  }),
  nl: language({
    stop: `stoppen, afmelden, uitschrijven, afmelding, uitschrijving, geen berichten meer,
      geen reclame meer, promoties stoppen, stop promoties, stop met promoties,
      aanbiedingen stoppen, reclame stoppen`,
    start: "aanmelden, inschrijven, weer aanmelden",
    stopped: "Je krijgt geen berichten meer van ons. Antwoord AANMELDEN om ze weer te krijgen.",
    started: "Je krijgt onze berichten weer. Antwoord AFMELDEN om te stoppen.",
  }),
  tr: language({
    stop: `dur, durdur, abonelikten çık, abonelikten çıkmak, abonelikten ayrıl, aboneliği iptal et,
      abonelik iptali, abonelik iptal, listeden çık, mesaj istemiyorum, promosyonları durdur,
      tanıtımları durdur, kampanyaları durdur, reklamları durdur`,
    start: "başlat, abone ol, promosyonları başlat",
    stopped: "Artık bizden mesaj almayacaksınız. Yeniden almak için BAŞLAT yazın.",
    started: "Mesajlarımızı yeniden alacaksınız. Durdurmak için DUR yazın.",
  }),
  id: language({
    stop: `berhenti, berhenti berlangganan, berhenti langganan, stop promosi, hentikan promosi,
      hentikan pesan, batal berlangganan, batalkan langganan`,
    start: "mulai, berlangganan, mulai berlangganan, lanjutkan promosi",
    stopped: "Anda tidak akan menerima pesan kami lagi. Balas MULAI untuk menerimanya kembali.",
    started: "Anda akan menerima pesan kami lagi. Balas BERHENTI untuk mengakhirinya.",
  }),
  ru: language({
    stop: `стоп, отписаться, отпишите, отпишите меня, отписаться от рассылки, отказаться от рассылки,
      отменить подписку, остановить рассылку, прекратить рассылку, остановить рекламу,
      отключить рекламу, стоп реклама, остановить акции, остановить промоакции,
      отказаться от рекламы`,
    start: "старт, подписаться, подписаться снова, возобновить рассылку",
    stopped: "Вы больше не будете получать наши сообщения. Ответьте СТАРТ, чтобы получать их снова.",
    started: "Вы снова будете получать наши сообщения. Ответьте СТОП, чтобы отказаться.",
  }),
  ar: language({
    stop: `إيقاف, إلغاء الاشتراك, إلغاء اشتراك, الغ الاشتراك, إلغاء اشتراكي, إيقاف الرسائل,
      إيقاف العروض, إيقاف العروض الترويجية, إيقاف الرسائل الترويجية, إيقاف الترويج,
      إيقاف الإعلانات, وقف العروض الترويجية, وقف الرسائل`,
    start: "ابدأ, اشتراك, إعادة الاشتراك, استئناف العروض",
    stopped: "لن تصلك رسائل منا بعد الآن. أرسل ابدأ لتصلك من جديد.",
    started: "ستصلك رسائلنا من جديد. أرسل إيقاف لإنهائها.",
  }),
  hi: language({
    stop: `रोकें, बंद करें, बंद करो, सदस्यता समाप्त करें, सदस्यता रद्द करें, सदस्यता छोड़ें,
      अनसब्सक्राइब, अनसब्सक्राइब करें, प्रमोशन रोकें, प्रमोशन बंद करें, प्रचार रोकें,
      प्रचार बंद करें, संदेश बंद करें, मैसेज बंद करें`,
    start: "शुरू करें, सदस्यता लें, सब्सक्राइब करें",
    stopped: "अब आपको हमारे संदेश नहीं मिलेंगे। फिर से पाने के लिए शुरू करें लिखें।",
    started: "आपको हमारे संदेश फिर से मिलेंगे। बंद करने के लिए रोकें लिखें।",
  }),
};

/**
 * The default settings: the words that carriers require of senders (CTIA, "Messaging
 * Principles and Best Practices", 5.1.3), except those with other meanings in a conversation,
 * such as cancel and end, their equivalents in other languages, and the texts of the button that Meta
 * adds to marketing templates ("Stop promotions"). They are compared by plainWord, so that accents, hyphens and spaces
 * need no words of their own. The reply is in the first language that has the word.
 */
export const DEFAULT_OPT_OUT: OptOutSettings = {
  enabled: true,
  languages: { ...LANGUAGES, ...MORE_LANGUAGES },
};
