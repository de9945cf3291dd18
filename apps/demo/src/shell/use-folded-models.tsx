import type { ModelsQuery } from '@antiphon/shell'
import type { MenuItem } from '@antiphon/ui/parts'
import { AppIcon } from 'app-parts'
import { useState } from 'react'
import { scriptedBaseUrl, scriptedModel } from '../settings/endpoints.js'
import { words } from '../words/words.js'

/** The models of the header. Of the scripted endpoint it is the tour, the one in use and the recent ones; a line shows the scenarios. */
export function useFoldedModels(
  models: ModelsQuery,
  baseUrl: string,
  shown: readonly (string | undefined)[],
  reopen: () => void,
): { models: ModelsQuery; actions: MenuItem[] } {
  const [isOpen, setOpen] = useState(false)
  const { data } = models
  if (baseUrl !== scriptedBaseUrl || isOpen || !data) return { models, actions: [] }
  const few = data.filter(({ id }) => id === scriptedModel || shown.includes(id))
  return {
    models: { ...models, data: few },
    actions: [
      {
        id: 'scenarios',
        label: words.shell.scenarios(data.length - few.length),
        icon: <AppIcon name="folder" />,
        run: () => {
          setOpen(true)
          // The list is closed by now.
          setTimeout(reopen)
        },
      },
    ],
  }
}
