const german = {
  'Name or password is wrong.': 'Name oder Passwort ist falsch.',
  'Your session has ended.': 'Ihre Sitzung ist abgelaufen.',
  'Somebody else has signed in.': 'Inzwischen ist jemand anderes angemeldet.',
  'The assistant is out of order.': 'Der Assistent ist außer Betrieb.',
  'There is no such file.': 'Diese Datei gibt es nicht.',
  'There is no such order.': 'Diese Bestellung gibt es nicht.',
  'It is not paid.': 'Sie ist nicht bezahlt.',
  'Only pictures can be sent.': 'Nur Bilder können gesendet werden.',
  'This cannot be stored.': 'Das kann nicht gespeichert werden.',
  'This is too large.': 'Das ist zu groß.',
}

/** Refuses with words for people, in the language that their page asks for. */
export function refuse(c, status, words) {
  const isGerman = c.req.header('accept-language')?.startsWith('de')
  return c.json({ error: { message: (isGerman && german[words]) || words } }, status)
}
