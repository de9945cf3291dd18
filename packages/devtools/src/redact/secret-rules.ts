import { byPattern } from './by-pattern.js'
import { isChosen, isGiven, isPlaceholder, isRandom } from './secret-like.js'
import type { FoundValue, RedactionRule } from './types.js'

/** Names of what is chosen by a person, and of what is made by a machine. */
const PASSWORD = 'pass(?:word|wd|phrase)|pwd|passcode'
const TOKEN =
  'secret|token|api[-_. ]?key|access[-_]?key|auth[-_]?key|private[-_]?key|secret[-_]?key|signing[-_]?key|encryption[-_]?key|master[-_]?key|account[-_]?key|shared[-_]?key|subscription[-_]?key|license[-_]?key|client[-_]?key|credentials?|session[-_]?id|auth(?:orization)?[-_]?code|connection[-_]?string|webhook[-_]?secret'

const PASSWORD_FIELD = new RegExp(
  `(?:${PASSWORD}|(?:^|[-_.])pass|(?:^|[-_.])pin)(?:[-_.]?\\d+)?$|^PG(?:PASSWORD|PASS)$`,
  'i',
)
const TOKEN_FIELD = new RegExp(`(?:${TOKEN})(?:[-_.]?(?:id|value|key|hash|base64|\\d+))?$`, 'i')

/** Names of variables and fields that sound secret and are counts, types and rules. */
const OPEN_FIELD =
  /(?:max|min|num|total|input|output|prompt|completion|cached?|reasoning|stop|special|pad|eos|bos|next|page|continuation|cancel(?:lation)?)[-_]?tokens?$|tokens?[-_]?(?:count|limit|type|url|usage|id_type)$|token[-_]?type|public[-_]?key|css|password[-_]?(?:policy|rules|min|max|length|field|reset|hash)|(?:foreign|primary|partition|sort|cache|idempotency)[-_]?key/i

function isSecretOf(name: string, value: string): boolean {
  if (OPEN_FIELD.test(name) || value.length > 4_000) return false
  if (PASSWORD_FIELD.test(name)) return value.length >= 4 && isGiven(value)
  return (
    TOKEN_FIELD.test(name) &&
    value.length >= 6 &&
    !/\s/.test(value) &&
    isGiven(value) &&
    (isChosen(value) || value.length >= 16)
  )
}

const escaped = '\\\\{0,6}'
/** `name = "value"`, `name: value`, `"name": "value"`, `name => 'value'`. */
const named = (names: string): RegExp =>
  new RegExp(
    `(?<name>(?<![A-Za-z])(?:[A-Za-z]{1,20}[-_]){0,4}(?:${names})(?![a-z])(?:[-_][A-Za-z0-9]{1,12}){0,3}|(?<=[a-z])(?:${names})(?![a-z]))(?<close>${escaped}["'\`])?[ \\t]{0,8}(?<sep>:=|=>|[:=])[ \\t]{0,8}(?:(?<quote>${escaped}["'\`])(?<quoted>[^"'\`\\\\\\n]{4,400})(?=${escaped}["'\`])|(?<plain>[^\\s"'\`,;(){}[\\]<>\\\\]{4,400}))`,
    'gid',
  )

function* assignments(names: RegExp, text: string, isPassword: boolean): Generator<FoundValue> {
  for (const match of text.matchAll(names)) {
    const { name = '', sep = '', close, quoted, plain } = match.groups!
    const value = quoted ?? plain ?? ''
    const [start, end] = match.indices!.groups![quoted === undefined ? 'plain' : 'quoted']!
    // A name that goes on into another word, such as `tokenizer`, ended before this; one of a count did not.
    if (OPEN_FIELD.test(name) || isPlaceholder(value)) continue
    const isData = close !== undefined && quoted !== undefined
    const isShell =
      sep === '=' &&
      /^[A-Z][A-Z0-9_]*$/.test(name) &&
      /^=\S/.test(text.slice(start - (quoted ? 2 : 1), start + 1))
    if (quoted === undefined && /[.][A-Za-z_$]+\(|\|\||&&|=>|\?\?/.test(text.slice(start, end + 2))) continue
    // `password: string`, `token = next(…)`: code that speaks of one.
    if (quoted === undefined && !isShell && /^[([]/.test(text.slice(end))) continue
    const isOne = isPassword
      ? value.length >= (isData || isShell ? 4 : 6) &&
        (isData || isShell ? isGiven(value) && !/\s/.test(value) : isChosen(value) && !/\s/.test(value))
      : value.length >= 8 && !/\s/.test(value) && isRandom(value)
    if (isOne || (isShell && value.length >= 8 && isGiven(value) && isChosen(value))) yield { start, end }
  }
}

const passwordNames = named(PASSWORD)
const tokenNames = named(TOKEN)

/** `name=value; name=value` behind the name of a header. */
function* cookies(text: string): Generator<FoundValue> {
  for (const header of text.matchAll(
    /\b(?:set-)?cookie(?:\\{0,4}["'])?\s{0,4}[:=,]\s{0,4}(?:\\{0,4}["'])?(?<pairs>[^\n"'\\]{4,8000})/dgi,
  )) {
    const [from] = header.indices!.groups!['pairs']!
    for (const pair of header.groups!['pairs']!.matchAll(
      /(?:^|;)\s{0,4}(?<name>[\w.!#$%&*+^|~-]{1,80})=(?<value>[^;\s]{6,4000})/dg,
    )) {
      const [start, end] = pair.indices!.groups!['value']!
      if (
        /^(?:path|domain|expires|max-age|samesite|priority|theme|lang|locale)$/i.test(pair.groups!['name']!)
      )
        continue
      if (isRandom(pair.groups!['value']!)) yield { start: from + start, end: from + end }
    }
  }
}

const BEGIN = '-----BEGIN '
/** As much of a block as one key may be, characters. */
const LONGEST_BLOCK = 16_000

function* privateKeys(text: string): Generator<FoundValue> {
  for (let start = text.indexOf(BEGIN); start >= 0; start = text.indexOf(BEGIN, start + BEGIN.length)) {
    const label = /^-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/.exec(
      text.slice(start, start + 80),
    )
    if (!label) continue
    const block = text.slice(start, start + LONGEST_BLOCK)
    const dashes = block.indexOf('-----', label[0].length)
    const mark = `-----END ${label[1]!}-----`
    const isWhole = dashes >= 0 && block.startsWith(mark, dashes)
    // One that was cut off ends where its characters do.
    const body = /^[\w+/=\s\\:,-]*/
      .exec(block.slice(label[0].length, dashes < 0 ? undefined : dashes))![0]
      .trimEnd().length
    if (body < 16) continue
    yield { start, end: start + (isWhole ? dashes + mark.length : label[0].length + body) }
  }
}

/** Rules for secrets that are known by their context. */
export const secretRules: readonly RedactionRule[] = [
  { name: 'private-key', kind: 'private-key', hints: ['private key'], find: privateKeys },
  {
    name: 'webhook',
    kind: 'webhook',
    reach: 500,
    hints: [
      'hooks.slack.com',
      '/webhook',
      'webhook.office',
      'webhook.site',
      'hooks.zapier',
      'hook.eu',
      'hook.us',
    ],
    find: byPattern(
      /https:\\?\/\\?\/(?:hooks\.slack\.com\\?\/(?:services|workflows|triggers)|(?:\w{1,20}\.)?discord(?:app)?\.com\\?\/api\\?\/(?:v\d{1,2}\\?\/)?webhooks|[\w-]{1,60}\.webhook\.office\.com\\?\/webhookb2|hooks\.zapier\.com\\?\/hooks|hook\.(?:eu|us)\d\.make\.com|webhook\.site|outlook\.office\.com\\?\/webhook)\\?\/[^\s"'<>`)\]}]{8,400}/i,
    ),
  },
  {
    name: 'jwt',
    kind: 'token',
    reach: 20000,
    hints: ['eyj'],
    find: byPattern(/(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{8,8000}\.[\w-]{6,2000}(?:\.[\w-]{0,2000}){0,2}/),
  },
  {
    name: 'url-password',
    kind: 'password',
    reach: 500,
    hints: ['@'],
    find: byPattern(
      /[a-z][a-z0-9+.-]{1,20}:\\?\/\\?\/[^\s:@/"'<>`\\]{0,100}:(?<value>[^\s@/"'<>`\\]{3,300})@(?=[\w.[$-])/i,
      (value) => !isPlaceholder(value) && !/^(?:pw|\.+|\d{1,5})$/.test(value),
    ),
  },
  {
    name: 'url-token',
    kind: 'token',
    reach: 260,
    hints: ['@'],
    find: byPattern(/https?:\\?\/\\?\/(?<value>[A-Za-z0-9_-]{16,200})@(?=[\w.-])/i, isRandom),
  },
  {
    name: 'sentry-dsn',
    kind: 'key',
    reach: 200,
    hints: ['sentry'],
    find: byPattern(/https:\/\/(?<value>[a-f0-9]{32})(?::[a-f0-9]{32})?@[\w.-]{1,80}/),
  },
  {
    name: 'basic-auth',
    kind: 'password',
    reach: 500,
    hints: ['basic '],
    find: byPattern(/\bbasic\s{1,4}(?<value>[A-Za-z0-9+/_-]{8,400}={0,2})(?![\w])/i, (value) => {
      const decoded = decodeBase64(value)
      return decoded !== undefined && /^[\x20-\x7e]{1,100}:[\x20-\x7e]{2,300}$/.test(decoded)
    }),
  },
  {
    name: 'bearer-token',
    kind: 'token',
    reach: 4200,
    hints: ['bearer', 'authorization'],
    find: byPattern(
      /(?:\bbearer\s{1,4}|\bauthorization(?:\\{0,4}["'])?\s{0,4}[:=]\s{0,4}(?:\\{0,4}["'])?(?:token\s{1,4})?(?!basic\b|bearer\b|token\b))(?<value>[\w.~+/=-]{8,4000})/i,
      (value) => isChosen(value) && isRandom(value),
    ),
  },
  {
    name: 'header-secret',
    kind: 'key',
    reach: 500,
    hints: ['x-', 'api-key', 'apikey', 'private-token', 'ocp-apim'],
    isField: (name, value) =>
      /^(?:x-[\w-]{0,40}(?:key|token|secret|auth|signature)|api-?key|private-token|ocp-apim-subscription-key|proxy-authorization)$/i.test(
        name,
      ) &&
      value.length >= 6 &&
      isGiven(value) &&
      isChosen(value),
    find: byPattern(
      /(?<![\w-])(?:x-[\w-]{0,40}(?:key|token|secret|auth|signature)|api-?key|private-token|ocp-apim-subscription-key)(?:\\{0,4}["'])?\s{0,4}:\s{0,4}(?:\\{0,4}["'])?(?<value>[\w.~+/=-]{8,400})/i,
      isRandom,
    ),
  },
  {
    name: 'cookie',
    kind: 'cookie',
    hints: ['cookie'],
    isField: (name, value) => /^(?:set-)?cookie2?$/i.test(name) && value.length >= 8 && isRandom(value),
    find: cookies,
  },
  {
    name: 'session-cookie',
    kind: 'cookie',
    reach: 500,
    hints: ['sessid', 'jsessionid', 'sessionid', '_session', 'session_token', 'connect.sid'],
    find: byPattern(
      /(?<![A-Za-z])(?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|sessionid|_session|session_token)=(?<value>[^\s;"'&\\]{10,400})/i,
      isRandom,
    ),
  },
  {
    name: 'query-secret',
    kind: 'token',
    reach: 2100,
    hints: [
      'key=',
      'token=',
      'secret=',
      'password=',
      'passwd=',
      'signature=',
      'credential=',
      'sig=',
      'auth=',
      'pwd=',
      'pass=',
      'jwt=',
    ],
    find: byPattern(
      /[?&;](?:amp;)?(?:[\w-]{0,20}(?:api-?_?key|token|secret|passw(?:or)?d|signature|credential)|key|sig|auth|pwd|pass|jwt|X-Amz-(?:Signature|Credential|Security-Token)|X-Goog-(?:Signature|Credential))=(?<value>[^\s&"'<>#`\\)\]}]{6,2000})/i,
      (value, { 0: whole }) =>
        /pass|pwd/i.test(whole) ? isChosen(value) : value.length >= 8 && isRandom(value),
    ),
  },
  {
    name: 'command-secret',
    kind: 'password',
    reach: 800,
    hints: ['--', ' -u', ' -p', 'sshpass'],
    find: byPattern(
      /(?:(?<![\w-])--(?:[a-z]{1,20}-)?(?:password|passwd|passphrase|pass|token|api-?key|secret|access-key|secret-key|client-secret|private-key|auth-token)(?:=|\s{1,4})["']?(?<value>[^\s"'$<>`\\|;]{4,400})|\bcurl\b[^\n|;]{0,300}?\s(?:-u|--user)[ =]?["']?[^\s:"']{1,100}:(?<value2>[^\s"'\\]{3,200})|\bsshpass\s{1,4}-p\s{0,4}["']?(?<value3>[^\s"'\\]{3,200})|\bmysql\w{0,10}\b[^\n|;]{0,200}?\s-p(?<value4>[^\s"'\\=-][^\s"'\\]{3,100}))/i,
    ),
  },
  {
    name: 'password',
    kind: 'password',
    reach: 600,
    hints: ['passw', 'passphrase', 'pwd', 'passcode'],
    isField: (name, value) => PASSWORD_FIELD.test(name) && isSecretOf(name, value),
    find: (text) => assignments(passwordNames, text, true),
  },
  {
    name: 'said-password',
    kind: 'password',
    reach: 300,
    hints: ['password', 'passwort', 'kennwort', 'passphrase', 'passcode', 'identified by', 'requirepass'],
    find: byPattern(
      /\b(?:password|passwort|kennwort|passphrase|passcode|identified by|requirepass|password for \S{1,60})(?:\s{1,4}(?:is|was|ist|lautet))?:?\s{1,4}["'`]?(?<value>[^\s"'`<>,;(){}]{6,100})/i,
      (value) =>
        isChosen(value.replace(/(?<![.,!?])[.,!?]+$/, '')) &&
        /[\d!@#$%^&*]/.test(value.replace(/(?<![.,!?])[.,!?]+$/, '')),
    ),
  },
  {
    name: 'netrc-password',
    kind: 'password',
    reach: 400,
    hints: ['login '],
    find: byPattern(/\blogin\s{1,4}\S{1,100}\s{1,4}password\s{1,4}(?<value>\S{3,200})/, isGiven),
  },
  {
    name: 'secret',
    kind: 'secret',
    reach: 600,
    hints: [
      'secret',
      'token',
      'api-key',
      'api_key',
      'apikey',
      'api key',
      'api.key',
      'accesskey',
      'access_key',
      'access-key',
      'auth_key',
      'auth-key',
      'authkey',
      'auth_code',
      'authcode',
      'auth-code',
      'private_key',
      'privatekey',
      'private-key',
      'signing',
      'encryption',
      'master',
      'account_key',
      'accountkey',
      'account-key',
      'shared',
      'subscription',
      'license',
      'client_key',
      'client-key',
      'clientkey',
      'credential',
      'session',
      'authorization',
      'connection',
    ],
    isField: (name, value) => !PASSWORD_FIELD.test(name) && isSecretOf(name, value),
    find: (text) => assignments(tokenNames, text, false),
  },
  { name: 'env-value', kind: 'env', hints: ['='], find: environment },
]

/** Variables that hold no secret, so their values stay. */
const OPEN_VARIABLE =
  /^(?:PATH|PWD|OLDPWD|HOME|SHELL|SHLVL|TERM\w*|COLORTERM|LANG|LANGUAGE|LC_\w+|TZ|EDITOR|PAGER|VISUAL|DISPLAY|NODE_ENV|NODE_OPTIONS|NODE_VERSION|\w*_VERSION|CI|DEBUG|LOG_LEVEL|PORT|HOST|_|IFS|PS1|LS_COLORS|XDG_\w+|DBUS_\w+|MANPATH|HISTSIZE|MAIL|USER|LOGNAME|HOSTNAME|UMASK|LESS\w*|npm_\w+|NVM_\w+|GOPATH|GOROOT|JAVA_HOME)$/

/** Values of variables where an environment is listed: three lines and more of `NAME=value`. */
function* environment(text: string): Generator<FoundValue> {
  const listing = /(?:^|\n)(?:(?:export )?[A-Z][A-Z0-9_]{1,60}=[^\n]{0,4000}(?:\n|$)){3,}/g
  for (const { 0: lines, index } of text.matchAll(listing)) {
    for (const line of lines.matchAll(
      /^(?:export )?(?<name>[A-Z][A-Z0-9_]{1,60})=["']?(?<value>[^\s"'$`(){}\\]{8,400})["']?$/dgm,
    )) {
      const { name = '', value = '' } = line.groups!
      if (OPEN_VARIABLE.test(name) || /^[\w.-]*:?\/\/|^\/|^\d+$/.test(value) || !isRandom(value)) continue
      if (/^v?\d+\.\d|^[a-z]+(?:[-_:.][a-z]+)*[-_:.]?\d{1,3}$|^sha\d/i.test(value)) continue
      const [start, end] = line.indices!.groups!['value']!
      yield { start: index + start, end: index + end }
    }
  }
}

function decodeBase64(text: string): string | undefined {
  try {
    return atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  } catch {
    return undefined
  }
}
