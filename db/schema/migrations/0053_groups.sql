-- Groups of paired numbers: a conversation of its own each, in which several people write.

-- who wrote a message in a group, as WhatsApp names them: `<digits>@lid` or `<digits>@s.whatsapp.net`
alter table messages add column participant text;
