import { getCollection } from 'astro:content'
import { markdownTwin } from '../site/for-machines.ts'

/** The Markdown of each page beside it, for programs that read. */
export async function getStaticPaths() {
  const entries = await getCollection('docs')
  return entries.map(({ id, data, body }) => ({ params: { slug: id }, props: { ...data, id, body } }))
}

export const GET = ({ props }) =>
  new Response(markdownTwin(props), { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
