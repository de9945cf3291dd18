import { byPattern } from './by-pattern.js'
import type { RedactionRule } from './types.js'

/** Accounts that belong to nobody, and words used in place of an account. */
const NOBODY =
  /^(?:users?|usernames?|you|me|your-?name|name|someone|somebody|nobody|runner|node|ubuntu|debian|ec2-user|root|app|admin|administrator|work|workspace|vscode|codespace|circleci|travis|builder|build|public|shared|default|guest|linuxbrew|home|page|index|dashboard|settings|profile|project|projects|src|test|tests|git|www|web|data|dev|main|system|assistant|tool|bot|agent|ai|anonymous|none|null|undefined|string|true|false|x{2,}|foo|bar|baz|staff|wheel|docker|postgres|mysql|redis|nginx|deploy|service|support|info|noreply|no-reply|donotreply|hello|contact|sales|help|email|mail)$/i

const isSomebody = (name: string): boolean => !NOBODY.test(name) && /[A-Za-z\u00c0-\u024f]/.test(name)

const userOf = (name: string | undefined) =>
  name !== undefined && name.length >= 3 && isSomebody(name)
    ? [{ rule: 'user-name', kind: 'user', value: name }]
    : undefined

/** The part of a URL before its password: `https://user:`. */
const IN_ADDRESS = /:\\?\/\\?\/[^\s:@/"'<>`\\]{0,100}:$/

/** Endings of files that read like the last part of a host: `icon@2x.png`. */
const FILE_ENDING =
  /\.(?:png|jpe?g|gif|svg|webp|ico|css|scss|less|jsx?|tsx?|mjs|cjs|json|md|html?|py|rb|go|rs|java|c|h|cpp|sh|ya?ml|toml|lock|txt|map|woff2?|vue|svelte)$/i

const octets = (value: string): number[] => value.split('.').map(Number)

function isAddressOfSomebody(value: string): boolean {
  const parts = octets(value)
  if (parts.some((part) => part > 255)) return false
  const [first = 0, second = 0, third = 0, last = 0] = parts
  if (first === 0 || first === 127 || first >= 224 || (first === 169 && second === 254 && third === 169))
    return false
  if (
    /^(?:1\.1\.1\.1|1\.0\.0\.1|8\.8\.8\.8|8\.8\.4\.4|9\.9\.9\.9|1\.2\.3\.4|192\.168\.[01]\.1|10\.0\.0\.1)$/.test(
      value,
    )
  )
    return false
  // Networks are not addresses of somebody, and small figures are a version.
  if (last === 0) return false
  return parts.some((part) => part >= 20) || first === 10
}

function isSixOfSomebody(value: string): boolean {
  const groups = value.split(':')
  if (/^(?:::1?|fe80::1?|2001:db8::)$/i.test(value)) return false
  if (value.includes('::')) return groups.filter(Boolean).length >= 2 && /\d/.test(value) && value.length >= 8
  return groups.length === 8 && /\d/.test(value)
}

function isIban(value: string): boolean {
  const plain = value.replace(/ /g, '')
  if (plain.length < 15 || plain.length > 34) return false
  let rest = 0
  for (const char of plain.slice(4) + plain.slice(0, 4))
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

function isCard(value: string): boolean {
  const digits = value.replace(/\D/g, '')
  if (digits.length < 15 || digits.length > 16 || /^(\d)\1+$/.test(digits)) return false
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const twice = digit * 2
    sum += at % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0
}

const sixes = byPattern(
  /(?<![\w:.])(?:(?:[A-Fa-f0-9]{1,4}:){7}[A-Fa-f0-9]{1,4}|(?:[A-Fa-f0-9]{3,4}:){1,6}(?::[A-Fa-f0-9]{1,4}){1,6})(?![\w:])/,
  isSixOfSomebody,
)

const lower = (value: string): string => value.toLowerCase()

/** Rules for values that say who somebody is, or where. */
export const personalRules: readonly RedactionRule[] = [
  {
    name: 'home-path',
    kind: 'path',
    reach: 140,
    hints: ['home/', 'users/', 'home\\', 'users\\'],
    isWord: true,
    same: (value) => value.replace(/\\\//g, '/').replace(/\\+/g, '\\'),
    find: byPattern(
      /(?<![\w.~-])(?:(?:\/mnt\/[a-z])?(?:\\?\/)(?:home|Users)\\?\/|[A-Za-z]:(?:\\{1,4}|\/)(?:Users|Documents and Settings)(?:\\{1,4}|\/))(?<user>[A-Za-z0-9_\u00c0-\u024f](?:[\w.\u00c0-\u024f-]{0,40}[\w\u00c0-\u024f])?)/,
      (_, { groups }) => isSomebody(groups!['user']!),
      (_, { groups }) => userOf(groups!['user']),
    ),
  },
  {
    // Folders of coding agents are named by the path of a project.
    name: 'dashed-home-path',
    kind: 'path',
    reach: 100,
    hints: ['-home-', '-users-'],
    isWord: true,
    find: byPattern(
      /(?<![A-Za-z0-9])-(?:home|Users)-(?<user>[A-Za-z][A-Za-z0-9_]{1,40})(?=-|\/|$|["'\s])/,
      (_, { groups }) => isSomebody(groups!['user']!),
      (_, { groups }) => userOf(groups!['user']),
    ),
  },
  {
    name: 'email',
    kind: 'email',
    reach: 260,
    hints: ['@'],
    isWord: true,
    same: lower,
    find: byPattern(
      /(?<![\w.%+-])(?<local>[A-Za-z0-9_%+\u00c0-\u024f](?:[\w.%+\u00c0-\u024f-]{0,62}[\w%+\u00c0-\u024f-])?)@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,6}[A-Za-z]{2,24}(?![\w-])/,
      (value, { groups, index, input }) =>
        isSomebody(groups!['local']!) &&
        !FILE_ENDING.test(value) &&
        // The password of an address and its host: `url-password` finds it.
        !IN_ADDRESS.test(input.slice(Math.max(0, index - 130), index)),
    ),
  },
  {
    name: 'person',
    kind: 'user',
    reach: 300,
    hints: ['author', '-by:', 'user.name', 'committer'],
    isWord: true,
    find: byPattern(
      /(?:^|[\s"'])(?:(?:Author|Committer|(?:Signed-off|Co-authored|Reviewed|Reported|Tested)-by):[ \t]{1,8}(?<value>[^\s<>"'\\:]{1,40}(?: [^\s<>"'\\:]{1,40}){0,4})(?= <[^<>\s]{3,120}>))/im,
      (value) => isSomebody(value),
    ),
  },
  {
    name: 'git-user',
    kind: 'user',
    reach: 300,
    hints: ['user.name'],
    isWord: true,
    find: byPattern(
      /\buser\.name[ =]{1,3}\\*["']?(?<value>[^\s"'\\=]{2,40}(?: [^\s"'\\]{1,40}){0,3})/,
      isSomebody,
    ),
  },
  {
    name: 'user-name',
    kind: 'user',
    reach: 500,
    hints: ['user=', 'username=', 'logname=', ':~', 'ssh ', 'login '],
    isWord: true,
    isField: (name, value) =>
      /^(?:user_?name|login(?:_?name)?|logname|user|author_?name|full_?name|first_?name|last_?name|real_?name|display_?name|account_?name)$/i.test(
        name,
      ) &&
      /^[A-Za-z\u00c0-\u024f][\w.\u00c0-\u024f-]{2,40}(?: [\w.\u00c0-\u024f-]{1,40}){0,3}$/.test(value) &&
      isSomebody(value),
    find: byPattern(
      /(?:(?<![\w$])(?:USER|USERNAME|LOGNAME|SUDO_USER)=["']?|\bssh (?:-[A-Za-z] ?\S{0,80} ){0,4}|\blogin (?=\S{1,40} password\b))(?<value>[A-Za-z_][\w.-]{2,31})(?=@|["']?(?:\s|$)|\\n)|(?<![\w.@-])(?<value2>[a-z_][a-z0-9_-]{2,31})(?=@[\w.-]{1,40}:~)/,
      (value) => isSomebody(value.replace(/@.*$/, '')),
    ),
  },
  {
    name: 'ip-address',
    kind: 'address',
    isWord: true,
    hints: ['.'],
    find: byPattern(/(?<![\w.+-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/, isAddressOfSomebody),
  },
  {
    name: 'ipv6-address',
    kind: 'address',
    isWord: true,
    hints: [':'],
    same: lower,
    find: function* (text) {
      // Two colons near one another are rarer than what could begin an address.
      let last = 0
      for (const { index } of text.matchAll(/:[A-Fa-f0-9]{0,4}:/g)) {
        const from = Math.max(last, index - 30)
        for (const { start, end } of sixes(text.slice(from, index + 44))) {
          if (from + start < last) continue
          last = from + end
          yield { start: from + start, end: from + end }
        }
      }
    },
  },
  {
    name: 'mac-address',
    kind: 'address',
    isWord: true,
    hints: [':', '-'],
    same: lower,
    find: byPattern(
      /(?<![\w:-])[A-Fa-f0-9]{2}(?<sep>[:-])(?:[A-Fa-f0-9]{2}\k<sep>){4}[A-Fa-f0-9]{2}(?![\w:-])/,
      (value) => /[A-Fa-f]/.test(value) && /\d/.test(value) && !/^(?:ff[:-]?)+$|^00[:-]00[:-]00/i.test(value),
    ),
  },
  {
    name: 'postal-address',
    kind: 'address',
    reach: 160,
    isWord: true,
    hints: [
      ' street',
      ' st,',
      ' st.',
      ' ave',
      ' road',
      ' rd',
      ' lane',
      ' ln',
      ' drive',
      ' dr,',
      ' dr.',
      ' blvd',
      ' boulevard',
      ' court',
      ' ct,',
      ' way,',
      ' place,',
      ' pl,',
      'straße ',
      'strasse ',
      'str. ',
      'weg ',
      'platz ',
      'allee ',
      'gasse ',
      'damm ',
      'ufer ',
      'ring ',
    ],
    find: byPattern(
      /(?<![\w.])\d{1,5}[A-Za-z]? (?:[NSEW]\.? )?(?:[A-Z][a-z]{1,20} ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Way|Place|Pl)\.?,(?: (?:Apt|Suite|Unit|#)\.? ?\w{1,6},)? [A-Z][A-Za-z .]{1,30}(?:, [A-Z]{2})? (?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})(?!\w)|(?<![\w.])[A-Z\u00c4\u00d6\u00dc][a-z\u00e4\u00f6\u00fc\u00dfA-Z. -]{1,30}(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|damm|ufer|ring) \d{1,4} ?[a-z]?, \d{4,5} [A-Z\u00c4\u00d6\u00dc][A-Za-z\u00e4\u00f6\u00fc\u00df-]{2,30}/,
    ),
  },
  {
    name: 'phone-number',
    kind: 'phone',
    reach: 60,
    isWord: true,
    hints: ['+'],
    same: (value) => value.replace(/\D/g, ''),
    find: byPattern(
      /(?<![\w+.*/)-])(?<! )\+[1-9]\d{0,2}[ -]?\(?\d{2,5}\)?(?:[ -]?\d{2,5}){1,4}(?![\w.*/])|(?<=[a-z:,] |: ?")\+[1-9]\d{0,2}[ -]?\(?\d{2,5}\)?(?:[ -]?\d{2,5}){1,4}(?![\w.*/])/,
      (value) => {
        const digits = value.replace(/\D/g, '').length
        return digits >= 9 && digits <= 15
      },
    ),
  },
  {
    name: 'iban',
    kind: 'account',
    isWord: true,
    same: (value) => value.replace(/ /g, ''),
    find: byPattern(
      /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/,
      isIban,
    ),
  },
  {
    name: 'card-number',
    kind: 'account',
    isWord: true,
    same: (value) => value.replace(/\D/g, ''),
    find: byPattern(
      /(?<![\w.-])(?:4\d{3}|5[1-5]\d{2}|6011|3[47]\d{2})(?<sep>[ -])(?:\d{4}\k<sep>\d{4}\k<sep>\d{4}|\d{6}\k<sep>\d{5})(?![\w.-])/,
      isCard,
    ),
  },
]
