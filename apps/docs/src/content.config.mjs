import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro:content'
import { sitePages } from './site/site-pages.ts'

/** Pages are read from the Markdown of the repository in place: nothing is kept twice. */
const repositoryLoader = {
  name: 'repository',
  async load({ store, parseData, renderMarkdown, generateDigest }) {
    store.clear()
    for (const { id, body, keywords, ...page } of sitePages()) {
      // Only the search reads them.
      const found = keywords ? `<div hidden data-pagefind-weight="5">${keywords}</div>\n\n` : ''
      const data = await parseData({ id, data: page })
      store.set({
        id,
        data,
        body,
        digest: generateDigest(id + body),
        rendered: await renderMarkdown(found + body),
      })
    }
  },
}

export const collections = { docs: defineCollection({ loader: repositoryLoader, schema: docsSchema() }) }
