/** The words of one language and the replies to them; null sends no reply. */
export type OptOutLanguage = {
  stop: string[];
  start: string[];
  stopped: string | null;
  started: string | null;
};

/** How an organisation handles people who want no more messages. */
export type OptOutSettings = { enabled: boolean; languages: Record<string, OptOutLanguage> };

/**
 * The default settings: the words that carriers require of senders (CTIA, "Messaging
 * Principles and Best Practices", 5.1.3), except those with other meanings in a conversation,
 * such as cancel and end, and their equivalents in other languages. The reply is in the first
 * language that has the word.
 */
export const DEFAULT_OPT_OUT: OptOutSettings = {
  enabled: true,
  languages: {
    en: {
      stop: ["stop", "stop all", "stopall", "unsubscribe", "opt out", "optout"],
      start: ["start", "unstop", "subscribe", "opt in", "optin"],
      stopped: "You will get no more messages from us. Reply START to get them again.",
      started: "You will get our messages again. Reply STOP to end them.",
    },
    de: {
      stop: ["stopp", "abmelden", "abbestellen"],
      start: ["anmelden"],
      stopped: "Sie bekommen keine Nachrichten mehr von uns. Mit ANMELDEN bekommen Sie sie wieder.",
      started: "Sie bekommen unsere Nachrichten wieder. STOPP beendet sie.",
    },
    es: {
      stop: ["baja", "darme de baja", "cancelar suscripción", "no más mensajes"],
      start: ["alta", "suscribirme"],
      stopped: "No recibirá más mensajes nuestros. Responda ALTA para recibirlos de nuevo.",
      started: "Volverá a recibir nuestros mensajes. Responda BAJA para terminar.",
    },
    fr: {
      stop: ["arrêt", "arret", "désabonner", "désinscrire", "me désabonner"],
      start: ["abonner", "me réabonner", "réabonner"],
      stopped: "Vous ne recevrez plus nos messages. Répondez ABONNER pour les recevoir à nouveau.",
      started: "Vous recevrez à nouveau nos messages. Répondez STOP pour y mettre fin.",
    },
    pt: {
      stop: ["parar", "sair", "cancelar inscrição", "descadastrar"],
      start: ["voltar", "inscrever"],
      stopped: "Você não receberá mais mensagens nossas. Responda VOLTAR para recebê-las de novo.",
      started: "Você voltará a receber nossas mensagens. Responda PARAR para terminar.",
    },
    it: {
      stop: ["disiscrivimi", "annulla iscrizione", "cancellami"],
      start: ["iscrivimi"],
      stopped: "Non riceverai più i nostri messaggi. Rispondi ISCRIVIMI per riceverli di nuovo.",
      started: "Riceverai di nuovo i nostri messaggi. Rispondi STOP per terminare.",
    },
    nl: {
      stop: ["afmelden", "uitschrijven"],
      start: ["aanmelden"],
      stopped: "Je krijgt geen berichten meer van ons. Antwoord AANMELDEN om ze weer te krijgen.",
      started: "Je krijgt onze berichten weer. Antwoord AFMELDEN om te stoppen.",
    },
    tr: {
      stop: ["dur", "abonelikten çık"],
      start: ["başlat"],
      stopped: "Artık bizden mesaj almayacaksınız. Yeniden almak için BAŞLAT yazın.",
      started: "Mesajlarımızı yeniden alacaksınız. Durdurmak için DUR yazın.",
    },
    id: {
      stop: ["berhenti"],
      start: ["mulai"],
      stopped: "Anda tidak akan menerima pesan kami lagi. Balas MULAI untuk menerimanya kembali.",
      started: "Anda akan menerima pesan kami lagi. Balas BERHENTI untuk mengakhirinya.",
    },
    ru: {
      stop: ["стоп", "отписаться"],
      start: ["старт", "подписаться"],
      stopped: "Вы больше не будете получать наши сообщения. Ответьте СТАРТ, чтобы получать их снова.",
      started: "Вы снова будете получать наши сообщения. Ответьте СТОП, чтобы отказаться.",
    },
    ar: {
      stop: ["إيقاف", "ايقاف", "إلغاء الاشتراك", "الغاء الاشتراك"],
      start: ["ابدأ", "اشتراك"],
      stopped: "لن تصلك رسائل منا بعد الآن. أرسل ابدأ لتصلك من جديد.",
      started: "ستصلك رسائلنا من جديد. أرسل إيقاف لإنهائها.",
    },
    hi: {
      stop: ["रोकें", "बंद करें"],
      start: ["शुरू करें"],
      stopped: "अब आपको हमारे संदेश नहीं मिलेंगे। फिर से पाने के लिए शुरू करें लिखें।",
      started: "आपको हमारे संदेश फिर से मिलेंगे। बंद करने के लिए रोकें लिखें।",
    },
  },
};
