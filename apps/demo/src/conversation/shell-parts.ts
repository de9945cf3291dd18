/** Parts of the shell that open over the page, in one file that is fetched ahead. */
export { FindInThread, PriceSheet, PromptSheet, ShortcutSheet, SystemPromptSheet } from '@antiphon/shell'
