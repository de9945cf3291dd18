import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useModels } from '../index.js'

function Models({ baseUrl, fetch }: { baseUrl: string; fetch: typeof globalThis.fetch }) {
  const { data, error } = useModels({ baseUrl, apiKey: 'k' }, { fetch })
  return <output>{error ? `${error.data.code}: ${error.message}` : data?.map(({ id }) => id).join()}</output>
}
const show = (baseUrl: string, fetch: typeof globalThis.fetch) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Models baseUrl={baseUrl} fetch={fetch} />
    </QueryClientProvider>,
  )
const atV1: typeof globalThis.fetch = async (url) =>
  String(url).endsWith('/v1/models')
    ? new Response('{"data":[{"id":"one"},{"id":"two"}]}')
    : new Response('', { status: 404 })

it('the models of an endpoint are there under StrictMode', async () => {
  show('http://localhost:1/v1', atV1)
  expect(await screen.findByText('one,two')).toBeInTheDocument()
})

it('a base URL without its /v1 fails in words that hold the right one', async () => {
  show('http://localhost:1', atV1)
  expect(
    await screen.findByText(/^no_version: .*There is one at http:\/\/localhost:1\/v1:/),
  ).toBeInTheDocument()
})
