import type { AssistantMessage } from '@antiphon/core'

/** What the provider's filter found, where it says so (Azure's `content_filter_results`, of the answer or of the question). */
export function filterCategory({ metadata }: AssistantMessage): string | undefined {
  const results = [
    metadata?.['wire.content_filter_results'],
    ...listOf(metadata?.['wire.prompt_filter_results']).map(
      (entry) => fieldsOf(entry)['content_filter_results'],
    ),
  ]
  const names = results.flatMap((result) =>
    Object.entries(fieldsOf(result)).flatMap(([name, found]) => {
      const { filtered, detected } = fieldsOf(found)
      return filtered === true || detected === true ? name.replaceAll('_', ' ') : []
    }),
  )
  return names.length > 0 ? [...new Set(names)].join(', ') : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
