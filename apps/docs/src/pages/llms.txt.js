import { getCollection } from 'astro:content'
import { llmsIndex } from '../site/for-machines.ts'

export const GET = async () => {
  const entries = await getCollection('docs')
  return new Response(llmsIndex(entries.map(({ id, data, body }) => ({ ...data, id, body }))))
}
