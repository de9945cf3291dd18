import type { ChatError, ModelInfo } from '@antiphon/core'

/** What the list of models needs of a query; `useModels` gives more. */
export interface ModelsQuery {
  data: ModelInfo[] | undefined
  error: ChatError | null
  isFetching: boolean
  refetch: () => unknown
}
