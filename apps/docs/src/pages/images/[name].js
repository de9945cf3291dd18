import { readdirSync, readFileSync } from 'node:fs'
import { IMAGES } from '../../site/repository.ts'

export const getStaticPaths = () => readdirSync(IMAGES).map((name) => ({ params: { name } }))

export const GET = ({ params }) => new Response(readFileSync(`${IMAGES}/${params.name}`))
