/** A space or a tab. */
export const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\t'

/** White space in the sense of emphasis: Unicode's Zs, and what ends a line or page. */
export const isWhite = (char: string): boolean => /[\p{Zs}\t\n\v\f\r]/u.test(char)

/** Punctuation in the sense of emphasis: Unicode's P and S. */
export const isPunctuation = (char: string): boolean => /[\p{P}\p{S}]/u.test(char)

/** Characters that a backslash may escape. */
export const isEscapable = (char: string | undefined): boolean =>
  char !== undefined && /[!-/:-@[-`{-~]/.test(char)

const ESCAPED = /\\([!-/:-@[-`{-~])|&(#(?:x[\da-f]{1,6}|\d{1,7})|[a-z][a-z\d]{1,31});/gi

/** A text with its escapes and character references decoded, as in an address. */
export const unescapeAll = (text: string): string =>
  /[\\&]/.test(text)
    ? text.replace(
        ESCAPED,
        (match: string, escaped: string | undefined, name: string | undefined) =>
          escaped ?? decodeEntity(name ?? '') ?? match,
      )
    : text

/** Without Markdown's own white space around it; other kinds stay. */
export function trimAscii(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && ' \t\n\r'.includes(text[start] ?? '')) start++
  while (end > start && ' \t\n\r'.includes(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

/** The form in which two labels are the same. */
export const normalLabel = (label: string): string =>
  label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase()

/**
 * Names of HTML 4 and `apos`, with the values of HTML 5: a code, then the names from there on. A small letter whose code is
 * 32 behind that of the capital is left out.
 */
const COMMON =
  '34 quot 38 amp apos 60 lt 62 gt 160 nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo ' +
  'not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 ' +
  'frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave ' +
  'Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml ' +
  'Yacute THORN szlig 247 divide 255 yuml 338 OElig oelig 352 Scaron scaron 376 Yuml 402 fnof 710 circ ' +
  '732 tilde 913 Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi ' +
  'Rho 931 Sigma Tau Upsilon Phi Chi Psi Omega 962 sigmaf 977 thetasym upsih 982 piv 8194 ensp emsp ' +
  '8201 thinsp 8204 zwnj zwj lrm rlm 8211 ndash mdash 8216 lsquo rsquo sbquo 8220 ldquo rdquo bdquo ' +
  '8224 dagger Dagger bull 8230 hellip 8240 permil 8242 prime Prime 8249 lsaquo rsaquo 8254 oline 8260 ' +
  'frasl 8364 euro 8465 image 8472 weierp 8476 real 8482 trade 8501 alefsym 8592 larr uarr rarr darr ' +
  'harr 8629 crarr 8656 lArr uArr rArr dArr hArr 8704 forall 8706 part exist 8709 empty 8711 nabla isin ' +
  'notin 8715 ni 8719 prod 8721 sum minus 8727 lowast 8730 radic 8733 prop infin 8736 ang 8743 and or ' +
  'cap cup int 8756 there4 8764 sim 8773 cong 8776 asymp 8800 ne equiv 8804 le ge 8834 sub sup nsub ' +
  '8838 sube supe 8853 oplus 8855 otimes 8869 perp 8901 sdot 8968 lceil rceil lfloor rfloor 9674 loz ' +
  '9824 spades 9827 clubs 9829 hearts diams 10216 lang rang'

const names = new Map<string, string>()
let code = 0
for (const word of COMMON.split(' ')) {
  const small = word.toLowerCase()
  if (word < 'A') code = Number(word)
  else {
    names.set(word, String.fromCodePoint(code))
    if (!names.has(small)) names.set(small, String.fromCodePoint(code + 32))
    code++
  }
}

let all: Readonly<Record<string, string>> | null = null
let missed = 0

/** How many unknown names were requested, which only the whole table may have. */
export const missedEntities = (): number => missed

/** Whether all 2,125 names of HTML 5 are known. */
export const hasAllEntities = (): boolean => all !== null

let loading: Promise<void> | null = null

/**
 * Loads the rare names (11 kB gzip). `Markdown` does so once a text has one. Code that parses without `Markdown` and needs
 * all names of HTML 5 must await this first.
 */
export function loadEntities(): Promise<void> {
  loading ??= import('character-entities').then(
    ({ characterEntities }) => {
      all = characterEntities
    },
    () => {
      // Not loaded: the names stay as they were written, and the next text that has one tries again.
      loading = null
    },
  )
  return loading
}

/** Code points that cannot be shown; a replacement character is shown instead. */
const isVoid = (point: number): boolean =>
  point < 9 ||
  point === 11 ||
  (point > 13 && point < 32) ||
  (point > 126 && point < 160) ||
  (point >= 0xd800 && point < 0xe000) ||
  (point >= 0xfdd0 && point < 0xfdf0) ||
  (point & 0xfffe) === 0xfffe ||
  point > 0x10ffff

/** The text of a character reference, from the name between `&` and `;`; undefined for an unknown name. */
export function decodeEntity(name: string): string | undefined {
  if (name.startsWith('#')) {
    const hex = /^#x/i.test(name)
    const point = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10)
    return isVoid(point) ? '\uFFFD' : String.fromCodePoint(point)
  }
  const common = names.get(name)
  if (common !== undefined) return common
  if (all === null) missed++
  return all !== null && Object.hasOwn(all, name) ? all[name] : undefined
}
