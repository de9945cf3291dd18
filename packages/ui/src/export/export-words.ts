import { english, type Strings } from '../strings/english.js'
import { createFormats, type Formats } from '../strings/formats.js'
import type { Words } from '../strings/strings.js'

/** The words of an exported page: the one table, and figures of a locale. Made without React. */
export interface ExportWords extends Words {
  taskDone: string
  taskOpen: string
  table: string
  code: string
  image: string
}

export function exportWords(strings: Strings = english, locale = 'en'): ExportWords {
  const formats: Formats = createFormats(locale, strings.duration)
  const { markdown, transcript, attachment } = strings
  return {
    strings,
    formats,
    taskDone: markdown.taskDone,
    taskOpen: markdown.taskOpen,
    table: markdown.table,
    code: transcript.codeBlock,
    image: attachment.image,
  }
}
