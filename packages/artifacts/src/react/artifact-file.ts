import { safeFileName } from '@antiphon/ui/functions'
import type { ArtifactVersion } from '../read-artifacts.js'

/** Endings of languages that are not their own ending. */
const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  'c++': 'cpp',
  csharp: 'cs',
  javascript: 'js',
  kotlin: 'kt',
  markdown: 'md',
  perl: 'pl',
  python: 'py',
  ruby: 'rb',
  rust: 'rs',
  shell: 'sh',
  typescript: 'ts',
}

/** The name under which a version is saved: its title, with the ending of its kind unless it has one. */
export function artifactFileName({ kind, title, language = '' }: ArtifactVersion): string {
  const named = language.toLowerCase()
  const own = Object.hasOwn(endings, named) ? endings[named]! : /^[a-z]{1,4}$/.test(named) ? named : 'txt'
  const ending = kind === 'document' ? 'md' : kind === 'page' ? 'html' : own
  const name = safeFileName(title, kind)
  return /\.[a-z0-9]{1,8}$/i.test(name) ? name : `${name}.${ending}`
}
